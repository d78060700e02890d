// @module-tag long
import { priceLists } from '@trellis/contract/price-lists'
import { productTypes } from '@trellis/contract/product-types'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { csv, importing } from '../../../testing/importing.ts'
import { network } from '../../../testing/network.ts'

const world = await importing()
afterAll(() => world.close())

/** The same records with keys in another case and with surrounding spaces. */
const otherwise = (text: string): string =>
  text.replace(
    /\b(VALLE|OSTERIA|LAGO|SUD|APPLE|PEAR|RECIPES|FOREVER|Harvest|Fruit|OPCO|BUYER|Basic|[A-D]-\d|EUR)\b(?=,|\||\r|$)/gm,
    (key) => (key === key.toLowerCase() ? key : ` ${key.toLowerCase()} `),
  )

test('a key in another case or with surrounding spaces is the same key, in every file', async () => {
  const { records, run, rows, check } = await world.newVendor()
  await run(records)
  const again = Object.fromEntries(
    Object.entries(records)
      .filter(([name]) => name !== 'users.csv')
      // Prefixes are case-sensitive.
      .map(([name, text]) => [name, otherwise(text).replaceAll('true, recipes ,', 'true,RECIPES,')]),
  )
  expect(again['orders.csv']).toContain(' b-2 ,1, lago , sud ,')
  const { problems, outcomes } = await run(again)
  expect(problems).toEqual([])
  for (const { file, new: added, changed } of Object.values(outcomes))
    expect([file, added, changed]).toEqual([file, 0, 0])
  expect(await rows(sql`select code from accounts order by 1`)).toEqual(
    ['LAGO', 'OSTERIA', 'SUD', 'VALLE'].map((code) => ({ code })),
  )
  expect(await check()).toEqual([])
})

test('two rows of a file whose keys differ only in case and spaces are reported as repeated', async () => {
  const { run, rows } = await world.newVendor()
  const { problems } = await run(
    {
      'accounts.csv': csv(
        'accountCode,accountName,groupName,parentAccountCode',
        'ROOT,Root,OPCO,',
        'SP1,One,DISTRIBUTOR,root ',
        'SP1 ,Two,DISTRIBUTOR,ROOT',
        'sp1,Three,distributor,ROOT',
      ),
      'products.csv': csv('sku,name,price,typeName', 'A1,A,1,Fruit', 'a1,A,1,', '\u00a0A1,A,1,', 'B1,B,1,FRUIT '),
    },
    { keepGood: true },
  )
  expect(problems.map(({ file, line, reason }) => `${file} ${line}: ${reason}`)).toEqual([
    'accounts.csv 4: repeats the row of line 3',
    'accounts.csv 5: repeats the row of line 3',
    'products.csv 3: repeats the row of line 2',
    'products.csv 4: repeats the row of line 2',
  ])
  expect(await rows(sql`select name from product_types`)).toEqual([{ name: 'Fruit' }])
})

test('a creation date in the future is refused', async () => {
  const { run } = await world.newVendor()
  const { problems } = await run(
    {
      'accounts.csv': csv('accountCode,accountName,groupName,creationDate', 'ROOT,Root,OPCO,9999-12-31'),
      'products.csv': csv('sku,name,price,creationDate', 'A1,A,1,9999-12-31'),
    },
    { keepGood: true },
  )
  expect(problems.map(({ file, column, reason }) => `${file} ${column}: ${reason}`)).toEqual([
    'accounts.csv creationDate: lies in the future',
    'products.csv creationDate: lies in the future',
  ])
})

test("the portal's forms refuse a key that exists in another case or with surrounding spaces", async () => {
  const { vendor } = await network()
  await vendor.call(priceLists.create, { body: { name: ' Harvest ', currencyId: 978, items: [] } })
  expect(
    await vendor.refused(priceLists.create, { body: { name: 'harvest', currencyId: 978, items: [] } }),
  ).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'name', code: 'taken' }] },
  })
  await vendor.call(productTypes.create, { body: { name: 'Fruit' } })
  expect(await vendor.refused(productTypes.create, { body: { name: 'FRUIT ' } })).toMatchObject({ code: 'RQ422' })
})
