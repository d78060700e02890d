import { afterAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { csv, importing } from '../../testing/importing.ts'

const { newVendor, close } = await importing()
afterAll(close)

const header =
  'code,line,vendorAccountCode,company,vatId,countryCode,creationDate,chanceOfClosure,status,protectionStatus,sku,quantity,price'
const stored = sql`
  select d.code, d.status, d.protection_status as protection, d.total::float as total, iso(d.created_at) as created,
         iso(d.expires_at) as ends, (select count(*)::int from deal_items i where i.deal_id = d.deal_id) as items,
         (select count(*)::int > 0 from deal_match_keys k where k.deal_id = d.deal_id) as "isFound"
  from deals d order by d.created_at, d.code`

test('imported deals keep their dates, get codes by date, and are found as rivals (rules J17)', async () => {
  const { run, rows, check, records } = await newVendor()
  await run(records)
  const [product] = await rows<{ sku: string; msrp: number }>(sql`
    select sku, price_msrp::float as msrp from products order by sku limit 1`)
  const sku = product?.sku ?? ''
  const file = csv(
    header,
    `,1,LAGO,Torino Acque,IT00743110157,IT,2024-05-02T08:00:00Z,40,New,,${sku},3,2.50`,
    `,2,LAGO,Torino Acque,IT00743110157,IT,2024-05-02T08:00:00Z,40,New,,${sku},,1.00`,
    `OLD-7,1,SUD,Cantine Roveta,,,2023-01-02,,Lost,Refused,,,`,
    `DL-2024-000041,1,SUD,Vetreria Lagunare,,IT,2024-02-01,100,Won,Approved,${sku},1,9`,
  )
  const { good, problems, outcomes } = await run({ 'deals.csv': file })
  expect(problems).toEqual([])
  expect(good).toBe(true)
  expect(outcomes['deals.csv']).toMatchObject({ rows: 4, new: 4, sums: { deals: 3, lines: 3, quantity: 5 } })
  const expected = [
    {
      code: 'OLD-7',
      status: 'Lost',
      protection: 'Refused',
      total: 0,
      created: '2023-01-02T12:00:00.000Z',
      items: 0,
      isFound: true,
    },
    { code: 'DL-2024-000041', status: 'Won', protection: 'Approved', total: 9, items: 1, isFound: true },
    {
      code: 'DL-2024-000042',
      status: 'New',
      protection: 'Pending',
      total: 8.5,
      items: 2,
      ends: '2024-07-31T08:00:00.000Z',
      isFound: true,
    },
  ]
  expect(await rows(stored)).toMatchObject(expected)
  expect(await check()).toEqual([])
  expect(await rows(sql`select distinct source, event from deal_history`)).toEqual([
    { source: 'Unknown', event: 'imported' },
  ])
  expect(await rows(sql`select year, last from deal_numbers order by 1`)).toEqual([
    { year: 2023, last: 0 },
    { year: 2024, last: 42 },
  ])

  const again = await run({ 'deals.csv': file })
  expect(again.problems).toEqual([])
  expect(again.outcomes['deals.csv']).toMatchObject({ new: 0, unchanged: 4 })
  expect(await rows(stored)).toMatchObject(expected)
})

test('each fault of a row is reported, and nothing of the file is kept', async () => {
  const { run, rows, records } = await newVendor()
  await run(records)
  const line = (fields: string) => fields
  const { good, problems } = await run({
    'deals.csv': csv(
      header,
      line('A,1,NOBODY,Acque,,IT,2024-05-02,40,New,,,,'),
      line('B,1,OSTERIA,Acque,,IT,2024-05-02,40,New,,,,'),
      line('C,1,LAGO,Acque,,IT,2024-05-02,101,New,,,,'),
      line('D,1,LAGO,Acque,,IT,2024-05-02,40,Nearly,,,,'),
      line('E,1,LAGO,Acque,,IT,2024-05-02,40,New,,NOTHING,1,1'),
      line('F,1,LAGO,Acque,,IT,2024-05-02,40,New,,,,'),
      line('F,2,LAGO,Other,,IT,2024-05-02,40,New,,,,'),
      line('G,1,LAGO,Acque,,IT,2094-05-02,40,New,,,,'),
      line('H,1,LAGO,Acque,,IT,2024-05-02,40,New,,,,'),
      line('H,1,LAGO,Acque,,IT,2024-05-02,40,New,,,,'),
    ),
  })
  expect(good).toBe(false)
  const faults = problems.map((problem) => [problem.line, problem.column])
  expect(faults).toEqual(
    expect.arrayContaining([
      [2, 'vendorAccountCode'],
      [3, 'vendorAccountCode'],
      [4, 'chanceOfClosure'],
      [5, 'status'],
      [6, 'sku'],
      [7, 'line'],
      [8, 'company'],
      [9, 'creationDate'],
      [11, 'line'],
    ]),
  )
  expect(await rows(sql`select count(*)::int as count from deals`)).toEqual([{ count: 0 }])
})
