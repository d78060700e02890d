import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogue } from '@trellis/contract/catalogue'
import { type ImportKind, imports } from '@trellis/contract/imports'
import { priceLists } from '@trellis/contract/price-lists'
import { pricing } from '@trellis/contract/pricing'
import { expect, test } from 'vitest'
import { network, type Person } from '../../testing/network.ts'
import { runQueued } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'
import { importFolder } from './engine/folder.ts'
import { importTask } from './queries.ts'

/* Importing catalogue and prices from a spreadsheet. */

const world = await network()
const { vendor, nordico, sudvia, acme, calabro, fjord } = world

async function bring(person: Person, kind: ImportKind, lines: string[], wishes: { dryRun?: boolean } = {}) {
  const { id } = await person.call(imports.create, {
    body: { kind, fileName: `${kind}.csv`, csv: `${lines.join('\r\n')}\r\n`, dryRun: false, ...wishes },
  })
  await runQueued(world, importTask)
  return person.call(imports.read, { params: { id } })
}

const codeOf = async ({ accountId }: Person): Promise<string> =>
  (await raw<{ code: string }>(world, 'select code from accounts where account_id = $1', [accountId]))[0]?.code ?? ''
const codes = {
  vendor: await codeOf(vendor),
  nordico: await codeOf(nordico),
  sudvia: await codeOf(sudvia),
  acme: await codeOf(acme),
}
const priceHead = 'priceListName,ownerAccountCode,sku,currencyCode,customPrice'
const skus = Array.from({ length: 40 }, (_, index) => `SHEET-${String(index + 1).padStart(2, '0')}`)
const listNamed = async (who: Person, name: string) =>
  (await who.call(priceLists.search, { body: { filterBy: [{ field: 'name', values: [name] }] } })).items[0]
    ?.priceListId ?? ''
/** SKU → price of the products that somebody can buy. */
const pricesOf = async (who: Person) =>
  Object.fromEntries(
    (await who.call(catalogue.search, { body: { limit: 3000 } })).items.map(({ sku, customPrice }) => [
      sku,
      customPrice,
    ]),
  )

test('a vendor imports forty products and three price lists from spreadsheets, and each partner sees its own prices', async () => {
  const products = ['sku,name,price', ...skus.map((sku, index) => `${sku},Sheet ${index + 1},${100 + index}`)]
  expect(await bring(vendor, 'products', products, { dryRun: true })).toMatchObject({ counts: { new: 40, bad: 0 } })
  expect(await bring(vendor, 'products', products)).toMatchObject({ outcome: 'imported', counts: { new: 40, bad: 0 } })

  // Two lists are imported from files, in two currencies; the third from pasted rows.
  const rows = [
    ...skus.map((sku, index) => `North,${codes.vendor},${sku},EUR,${80 + index}`),
    ...skus.slice(0, 20).map((sku, index) => `South,${codes.vendor},${sku},USD,${70 + index}.1234`),
  ]
  expect(await bring(vendor, 'price-lists', [priceHead, ...rows])).toMatchObject({
    outcome: 'imported',
    counts: { new: 60, bad: 0 },
  })
  const { id } = await vendor.call(priceLists.create, { body: { name: 'Gold', currencyId: 978 } })
  const items = skus.map((sku, index) => ({
    sku,
    customPrice: 75 + index * 0.75,
    customPriceDiscountType: 'percentage' as const,
    customPriceDiscountAmount: 25,
  }))
  expect(await vendor.call(pricing.setProducts, { params: { id }, body: { items } })).toMatchObject({ added: 40 })
  const given = [
    'accountCode,priceListName,ownerAccountCode,canPropagate',
    `${codes.nordico},North,${codes.vendor},true`,
    `${codes.sudvia},South,${codes.vendor},true`,
    `${codes.acme},Gold,${codes.vendor},false`,
  ]
  expect(await bring(vendor, 'price-list-accounts', given)).toMatchObject({ outcome: 'imported', counts: { bad: 0 } })

  const actions = await raw<{ action: string }>(
    world,
    `select distinct action from audit_log where entity = 'price_list' or action like 'price%' order by action`,
  )
  // The list from the screen and the ones from files are recorded under the same names.
  expect(actions.map(({ action }) => action)).toEqual([
    'price_list.associated',
    'price_list.created',
    'price_list.products_set',
  ])

  const of = (price: (index: number) => number, count = 40) =>
    Object.fromEntries(skus.slice(0, count).map((sku, index) => [sku, price(index)]))
  expect(await pricesOf(nordico)).toEqual(of((index) => 80 + index))
  expect(await pricesOf(acme)).toEqual(of((index) => 75 + index * 0.75))
  expect(await pricesOf(fjord)).toEqual(of((index) => 80 + index))
  for (const who of [sudvia, calabro])
    expect(await pricesOf(who)).toEqual(of((index) => (700_000 + index * 10_000 + 1234) / 10_000, 20))
})

test('a price changed by an import is in the history with the importing user, the old and the new value', async () => {
  const id = await listNamed(vendor, 'North')
  const row = (price: string) => [priceHead, `North,${codes.vendor},SHEET-01,EUR,${price}`]
  expect(await bring(vendor, 'price-lists', row('85.5'), { dryRun: true })).toMatchObject({ counts: { changed: 1 } })
  expect(await bring(vendor, 'price-lists', row('85.5'))).toMatchObject({ counts: { changed: 1 } })
  expect(await bring(vendor, 'price-lists', row('85.5'))).toMatchObject({ counts: { unchanged: 1 } })

  // An import by the operator has no user's name.
  const folder = mkdtempSync(join(tmpdir(), 'trellis-prices-'))
  try {
    writeFileSync(join(folder, 'price-lists.csv'), `${row('86').join('\n')}\n`)
    await importFolder(world.db, world.tenantId, folder, { dryRun: false, keepGood: false, refusedTo: folder })
  } finally {
    rmSync(folder, { recursive: true })
  }
  const productId =
    (await vendor.call(priceLists.read, { params: { id } })).products?.find(({ sku }) => sku === 'SHEET-01')
      ?.productId ?? ''
  const { items } = await vendor.call(pricing.history, { params: { id }, query: { productId } })
  const name = items[1]?.changedBy
  expect(name).toMatch(/^Vera /)
  expect(items.map(({ from, to, changedBy }) => [from, to, changedBy])).toEqual([
    [85.5, 86, null],
    [80, 85.5, name],
    [null, 80, name],
  ])
})

test('an import reveals to a partner no list and no product that it does not see', async () => {
  const foreign = [
    priceHead,
    `Gold,${codes.vendor},SHEET-01,EUR,1`,
    `South,${codes.sudvia},SHEET-01,EUR,1`,
    `Own,${codes.nordico},BOX,EUR,1`,
    `Own,${codes.nordico},NO-SUCH,EUR,1`,
  ]
  const { errors } = await bring(nordico, 'price-lists', foreign, { dryRun: true })
  const told = errors.map(({ line, column, message }) => `${line} ${column}: ${message}`)
  // Records out of reach are reported with the same text as those that do not exist.
  expect(told.slice(0, 2).map((each) => each.slice(2))).toEqual(Array(2).fill(told[0]?.slice(2)))
  expect(told.slice(2).map((each) => each.slice(2))).toEqual(Array(2).fill(told[2]?.slice(2)))
  expect(JSON.stringify(errors)).not.toMatch(/USD|70\.1234|75/)
  const handed = ['accountCode,priceListName,ownerAccountCode', `${codes.acme},Gold,${codes.vendor}`]
  const refused = await bring(nordico, 'price-list-accounts', handed, { dryRun: true })
  expect(refused.counts).toMatchObject({ bad: 1 })
})
