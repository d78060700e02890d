import { afterAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { csv, importing } from '../../testing/importing.ts'

const { newVendor, close } = await importing()
afterAll(close)

const header = 'priceListName,ownerAccountCode,sku,currencyCode,customPrice,quantityBreaks,discountType,discountAmount'
const stored = sql`
  select p.sku, i.custom_price::float as price, i.discount_type as type, i.discount_amount::float as amount,
         breaks_text(i.quantity_breaks) as breaks
  from price_list_items i join products p using (tenant_id, product_id) order by p.sku`

async function vendorWithProducts() {
  const vendor = await newVendor()
  const { 'accounts.csv': accounts, 'products.csv': products } = vendor.records
  await vendor.run({ 'accounts.csv': accounts, 'products.csv': products })
  return vendor
}

test('an import that changes only quantity breaks keeps the discount, and one that changes the price does not', async () => {
  const { run, rows } = await vendorWithProducts()
  const first = csv(header, 'Harvest,VALLE,APPLE,EUR,0.9,,Percentuale,10', 'Harvest,VALLE,PEAR,EUR,2,,amount,0.5')
  expect((await run({ 'price-lists.csv': first })).problems).toEqual([])
  expect(await rows(stored)).toMatchObject([
    { sku: 'APPLE', price: 0.9, type: 'percentage', amount: 10 },
    { sku: 'PEAR', price: 2, type: 'amount', amount: 0.5 },
  ])
  const breaks = csv(header, 'Harvest,VALLE,APPLE,EUR,0.9,10:0.8,,', 'Harvest,VALLE,PEAR,EUR,2,,,')
  expect((await run({ 'price-lists.csv': breaks })).outcomes['price-lists.csv']).toMatchObject({
    changed: 1,
    unchanged: 1,
  })
  expect(await rows(stored)).toMatchObject([
    { sku: 'APPLE', price: 0.9, type: 'percentage', amount: 10, breaks: '10:0.8' },
    { sku: 'PEAR', type: 'amount' },
  ])
  const prices = csv(header, 'Harvest,VALLE,APPLE,EUR,0.85,,,', 'Harvest,VALLE,PEAR,EUR,2,,percentage,20')
  expect((await run({ 'price-lists.csv': prices })).outcomes['price-lists.csv']).toMatchObject({ changed: 2 })
  expect(await rows(stored)).toMatchObject([
    { sku: 'APPLE', price: 0.85, type: null, amount: null, breaks: '10:0.8' },
    { sku: 'PEAR', price: 2, type: 'percentage', amount: 20 },
  ])
})

test('a list without prices comes in, and a half discount does not', async () => {
  const { run, rows } = await vendorWithProducts()
  const file = csv(header, 'Empty,VALLE,,CHF,,,,', 'Other,SUD,,,,,,')
  expect((await run({ 'price-lists.csv': file })).outcomes['price-lists.csv']).toMatchObject({ new: 2, bad: 0 })
  expect((await run({ 'price-lists.csv': file })).outcomes['price-lists.csv']).toMatchObject({ new: 0, unchanged: 2 })
  expect(
    await rows(sql`select l.name, c.code from price_lists l join currencies c using (currency_id) order by l.name`),
  ).toEqual([
    { name: 'Empty', code: 'CHF' },
    { name: 'Other', code: 'EUR' },
  ])
  const { problems } = await run({
    'price-lists.csv': csv(
      header,
      'Half,VALLE,APPLE,EUR,0.9,,percentage,',
      'Half,VALLE,PEAR,EUR,0.9,,,10',
      'Half,VALLE,RECIPES,EUR,0.9,,percentage,101',
      'Half,VALLE,FOREVER,EUR,,,,',
      'Half,VALLE,,EUR,5,,,',
    ),
  })
  expect(problems.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [2, 'discountAmount', 'is given without the type of the discount, or missing beside it'],
    [3, 'discountAmount', 'is given without the type of the discount, or missing beside it'],
    [4, 'discountAmount', 'is more than 100'],
    [5, 'customPrice', 'is required'],
    [6, 'sku', 'is required'],
  ])
})
