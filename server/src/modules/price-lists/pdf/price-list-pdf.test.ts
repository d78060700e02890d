import { priceLists } from '@trellis/contract/price-lists'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { network, type Person } from '../../../testing/network.ts'
import { pricing } from '../../../testing/pricing.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, canary } = world
const { listOf, idOf } = pricing(world)

/** The pages of the PDF as text, with plain spaces. */
async function pagesOf(who: Person, id: string, languageCode = 'en'): Promise<string[]> {
  const response = await world.app.http.inject({
    method: 'GET',
    url: `/api/v1/pricelists/${id}/pdf?languageCode=${languageCode}`,
    headers: { 'x-tenant-code': who.tenantCode, authorization: `Bearer ${await who.token()}` },
  })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  const document = await getDocumentProxy(new Uint8Array(response.rawPayload), { verbosity: 0 })
  const { text } = await extractText(document, { mergePages: false })
  return text.map((page) => page.replace(/\s+/g, ' '))
}

const { id } = await vendor.call(priceLists.create, listOf({ BOX: 10, 'EDGE-1Y': 100.1234 }))
await vendor.call(priceLists.updateProduct, {
  params: { id },
  body: { productId: idOf('BOX'), customPrice: 10, quantityBreaks: [{ from: 1000, price: 8.5 }] },
})

test('a price list is one document: its prices, those from a number of pieces on, its owner and day', async () => {
  const { name } = await vendor.call(priceLists.read, { params: { id } })
  const [page = '', ...more] = await pagesOf(vendor, id)
  expect(more).toEqual([])
  for (const words of [name, 'Verdant', 'BOX', 'EUR 10.00', 'from 1,000: EUR 8.50', 'EUR 100.1234', 'Page 1 of 1'])
    expect(page).toContain(words)
  const [italian = ''] = await pagesOf(vendor, id, 'it')
  for (const words of ['LISTINO', '10,00', 'da 1.000:', 'Pagina 1 di 1']) expect(italian).toContain(words)
})

test('whom the list serves gets it without its owner’s other facts, and nobody else gets it', async () => {
  await vendor.call(priceLists.associate, { params: { accountId: nordico.accountId }, body: { priceListId: id } })
  const [page = ''] = await pagesOf(nordico, id)
  expect(page).toContain('EUR 10.00')
  for (const stranger of [sudvia, acme, canary])
    expect(await stranger.raw(priceLists.pdf, { params: { id } })).toMatchObject({ status: 404 })
})

test('a list without prices says so', async () => {
  const { id: empty } = await vendor.call(priceLists.create, listOf({}))
  expect((await pagesOf(vendor, empty))[0]).toContain('There is no price on this list.')
})
