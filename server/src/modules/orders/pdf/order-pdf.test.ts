import { dashboard } from '@trellis/contract/dashboard'
import { orders } from '@trellis/contract/orders'
import { readSheet } from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { network, type Person } from '../../../testing/network.ts'
import { raw, selling } from '../../../testing/selling.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, bergen, canary } = world
const { items, change, request } = selling(world)

/** The pages of the PDF as text, with plain spaces. */
async function pagesOf(who: Person, id: string, languageCode?: string): Promise<string[]> {
  const query = languageCode === undefined ? '' : `?languageCode=${languageCode}`
  const response = await world.app.http.inject({
    method: 'GET',
    url: `/api/v1/orders/${id}/pdf${query}`,
    headers: { 'x-tenant-code': who.tenantCode, authorization: `Bearer ${await who.token()}` },
  })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="SO-\d{4}-\d{6}\.pdf"/)
  const document = await getDocumentProxy(new Uint8Array(response.rawPayload), { verbosity: 0 })
  const { text } = await extractText(document, { mergePages: false })
  return text.map((page) => page.replace(/\s+/g, ' '))
}

/** Amounts after the price of one piece, in thousandths of a euro. */
const amountsIn = (text: string) => [...text.matchAll(/EUR ([\d,]+\.\d\d)(?!\d)/g)].map(([, amount]) => amount ?? '')
const cents = (amount: string) => BigInt(amount.replace(/[,.]/g, ''))

test('the lines of an order’s PDF add up to its total, which is the one of the wire (threats M5)', {
  tags: ['long'],
}, async () => {
  // 3 × 3.3335 = 10.0005 → 10.00, and 7 × 3.3335 = 23.3345 → 23.33.
  const body = {
    items: [...items({ BOX: 3 }), ...items({ BOX: 7 }), ...items({ 'CORE-3Y': 2 }), ...items({ BOX: 1000 })],
  }
  const { id, orderCode } = await acme.call(orders.create, { body })
  const order = await nordico.call(orders.read, { params: { id } })
  const [page = '', ...more] = await pagesOf(nordico, id)
  expect(more).toEqual([])
  expect(page).toContain(orderCode)
  expect(page).toContain('EUR 3.3335')
  const amounts = amountsIn(page).filter((amount) => amount !== '250.50')
  const total = amounts.pop() ?? ''
  expect(amounts).toEqual(['10.00', '23.33', '501.00', '3,333.50'])
  expect(amounts.reduce((sum, amount) => sum + cents(amount), 0n)).toBe(cents(total))
  expect(Number(cents(total))).toBe(Math.round(order.orderTotal * 100))
})

test('an order has one total: in its lines, in the list and its footer, in CSV and xlsx, on the dashboard and in its PDF (threats M5)', async () => {
  const body = {
    items: [...items({ BOX: 3 }), ...items({ BOX: 7 }), ...items({ 'CORE-3Y': 2 }), ...items({ BOX: 1000 })],
  }
  const { id, orderCode } = await nordico.call(orders.create, { body })
  const { items: lines = [], orderTotal } = await change(vendor, id, 'approved')
  const rounded = lines.map(({ qt, price }) => Math.floor((qt * Math.round(price * 10_000) + 50) / 100))
  expect([orderTotal, rounded.reduce((sum, line) => sum + line, 0)]).toEqual([3867.83, 386_783])
  const search = { filterBy: [{ field: 'orderCode' as const, values: [orderCode] }] }
  expect(await vendor.call(orders.sellOut, { body: search })).toMatchObject({
    items: [{ orderTotal: 3867.83 }],
    total: [{ amount: 3867.83 }],
  })
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '/')
  const period = { currentFrom: day(-1), currentTo: day(1) }
  expect(await vendor.call(dashboard.orders, { body: period })).toMatchObject({
    totalSellOutPrice: { current: 3867.83 },
  })
  const exported = async (format: string) => {
    const columns = [{ path: 'orderTotal', label: 'Total', kind: 'money' }]
    const answer = await world.app.http.inject({
      method: 'POST',
      url: '/api/v1/exports',
      headers: { 'x-tenant-code': vendor.tenantCode, authorization: `Bearer ${await vendor.token()}` },
      payload: { list: 'orders.sellOut', search, columns, format, fileName: 'orders', languageCode: 'en' },
    })
    expect(answer.statusCode).toBe(200)
    return answer
  }
  expect((await exported('csv')).payload).toContain('3867.83')
  expect(await readSheet((await exported('xlsx')).rawPayload)).toEqual([['Total'], [3867.83]])
  const pages = await pagesOf(vendor, id, 'en')
  expect(amountsIn(pages.join(' ')).at(-1)).toBe('3,867.83')
})

test('it names both parties with addresses, status, references and page numbers, in the language asked for', async () => {
  const { id } = await request(acme, { BOX: 1 })
  await nordico.call(orders.update, {
    params: { id },
    body: { orderRefCode: 'PO-77', orderNote: 'Ring twice', invoiceProvider: 'Fatture', invoiceId: 'F-12' },
  })
  const [english = ''] = await pagesOf(acme, id)
  for (const text of [
    ...['Verdant', 'Vendor', 'Nordico', 'Buyer', 'Acme', 'Storgata 1', '0155 Oslo', 'Norway', 'VAT ID NO1'],
    ...['Pending', 'PO-77', 'Ring twice', 'Fatture · F-12', 'Page 1 of 1', 'Cardboard box', 'BOX'],
  ])
    expect(english).toContain(text)
  await change(nordico, id, 'canceled')
  const [italian = ''] = await pagesOf(acme, id, 'it')
  for (const text of ['ORDINE', 'Annullato', 'Acquirente', 'Norvegia', 'Totale', 'Pagina 1 di 1'])
    expect(italian).toContain(text)
})

test('a thousand lines fill many pages, and each names the order and its number', { tags: ['long'] }, async () => {
  const body = { items: Array.from({ length: 1000 }, () => items({ BOX: 1 })[0]).filter((item) => item !== undefined) }
  const { id, orderCode } = await acme.call(orders.create, { body })
  const pages = await pagesOf(acme, id)
  expect(pages.length).toBeGreaterThan(20)
  pages.forEach((page, index) => {
    expect(page).toContain(orderCode)
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(page).toContain('Quantity')
  })
  const lines = pages.flatMap((page) => amountsIn(page))
  expect(lines).toHaveLength(1001)
  expect(lines.at(-1)).toBe('3,330.00')
})

test('names in all large scripts are printed as they are; rare letters are marked, not garbled (threats F10)', {
  tags: ['long'],
}, async () => {
  const { id } = await request(bergen, { BOX: 1 })
  const name = 'Škoda Żółć Ελληνικά Привет'
  const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(6).slice(0, 255)
  await raw(world, `update accounts set name = $2 where account_id = $1`, [bergen.accountId, name])
  await raw(world, `update addresses set legal_name = $2, street = $3 where account_id = $1`, [
    bergen.accountId,
    '東京 株式会社 <b>Ltd</b> 🦊\u202e! 𒀀𒀁',
    long,
  ])
  const [page = ''] = await pagesOf(bergen, id)
  expect(page).toContain(name)
  expect(page).toContain('東京 株式会社 <b>Ltd</b> 🦊! […]')
  expect(page).toContain('[…] stands for characters that this document cannot print.')
  expect(page.replace(/[\s\u00ad-]/g, '')).toContain(long)
  expect(page).not.toMatch(/□|\ufffd/)
})

test.each([
  ['Hebrew', 'עדה לוי בע"מ', 'רחוב הרצל'],
  ['Arabic', 'شركة محمد علي', 'شارع التحرير'],
])(
  'a buyer with %s name and address is printed in these letters, none marked (threats F10)',
  async (_script, name, street) => {
    const { id, orderCode } = await request(bergen, { BOX: 1 })
    await raw(world, `update accounts set name = $2 where account_id = $1`, [bergen.accountId, name])
    await raw(world, `update addresses set legal_name = $2, street = $3 where account_id = $1`, [
      bergen.accountId,
      `${name} Ltd 12`,
      street,
    ])
    const [page = '', ...more] = await pagesOf(bergen, id)
    expect(more).toEqual([])
    // Dots of Arabic letters are glyphs of their own, which text extraction sets apart.
    const letters = page.replace(/[\p{C}\s]/gu, '')
    for (const text of [name, street, 'Ltd', orderCode, 'Cardboard box'])
      expect(letters).toContain(text.replaceAll(' ', ''))
    expect(page).not.toMatch(/□|\ufffd|\[…\]/)
  },
)

test('the tenant’s colour and embedded logo are used, and a logo on another server is not fetched (threats W14)', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
  for (const [logo, isNamed] of [
    [pixel, false],
    ['data:image/png;base64,AAAA', true],
    ['http://127.0.0.1:9/logo.png', true],
  ] as const) {
    await raw(world, `update tenants set logo_url = $1, theme = '{"primaryColor": "#ffcc00"}' where code = 'verdant'`, [
      logo,
    ])
    const [page = ''] = await pagesOf(acme, id)
    expect(page.startsWith('Verdant')).toBe(isNamed)
  }
})

test('who cannot read the order gets no PDF of it (threats T3)', async () => {
  const { id } = await request(acme, { BOX: 1 })
  for (const who of [sudvia, bergen, canary])
    expect(await who.refused(orders.pdf, { params: { id } })).toMatchObject({ status: 404, code: 'RQ404' })
  expect((await pagesOf(vendor, id)).length).toBe(1)
  const asked = { params: { id }, query: { languageCode: 'xx' } }
  expect((await vendor.raw(orders.pdf, asked)).status).toBe(422)
})
