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

  const again = await run({ 'deals.csv': file })
  expect(again.problems).toEqual([])
  expect(again.outcomes['deals.csv']).toMatchObject({ new: 0, unchanged: 4 })
  expect(await rows(stored)).toMatchObject(expected)
})

test('a code counts for the year that it names, whenever its deal was registered', async () => {
  const { run, rows, records } = await newVendor()
  await run(records)
  const fileOf = (code: string, company: string, date: string) =>
    csv(header, `${code},1,LAGO,${company},,IT,${date},40,New,,,,`)
  for (const file of [
    fileOf('DL-2024-000002', 'Torino Acque', '2023-12-31T08:00:00Z'),
    fileOf('', 'Vetreria Lagunare', '2023-06-01'),
    fileOf('', 'Cantine Roveta', '2024-06-01'),
    fileOf('DL-2024-020000', 'Officine Brenta', '2024-06-02'),
    fileOf('DL-2024-000001', 'Molino Grassi', '2024-06-03'),
    fileOf('', 'Cartiera Adda', '2024-06-04'),
  ])
    expect((await run({ 'deals.csv': file })).problems).toEqual([])
  const given = (await rows<{ code: string }>(sql`select code from deals order by created_at`)).map(({ code }) => code)
  expect(given).toMatchObject([
    'DL-2023-000001',
    'DL-2024-000002',
    'DL-2024-000003',
    'DL-2024-020000',
    'DL-2024-000001',
    expect.stringMatching(/^DL-2024-02\d{4}$/),
  ])
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

const state =
  'code,line,vendorAccountCode,company,creationDate,status,protectionStatus,expirationDate,ownerEmail,currencyCode,sku,quantity,price,eBidValue,eBidStatus,eBidApprovedValue'

test('a deal comes with the end of its protection, its person and what became of its special price (rules J17, J21)', async () => {
  const { run, rows, check, records } = await newVendor()
  await run(records)
  const own = '2024-05-02T08:00:00Z'
  const file = csv(
    state,
    // It would have expired after the tenant's days.
    `A,1,LAGO,Torino Acque,${own},Negotiation,Approved,2094-03-31,BEN@lago.example,,APPLE,10,2.50,20,Approved,22.50`,
    `A,2,LAGO,Torino Acque,${own},Negotiation,Approved,2094-03-31,BEN@lago.example,,PEAR,1,1,20,Approved,22.50`,
    `B,1,SUD,Cantine Roveta,${own},Won,Approved,2024-06-01T10:15:00Z,,usd,APPLE,2,10,19.99,Refused,`,
    `C,1,SUD,Vetreria Lagunare,${own},Lost,Refused,,,CHF,,,,,,`,
    `D,1,SUD,Molino Rosso,${own},New,,,anna@sud.example,,APPLE,2,10,15,,`,
  )
  const { problems, good } = await run({ 'deals.csv': file })
  expect([problems, good]).toEqual([[], true])
  expect(
    await rows(sql`
      select d.code, iso(d.expires_at) as ends, u.email::text as person, a.code as "for", c.code as currency, d.total::float as total,
             d.ebid_value::float as asked, d.ebid_status as status, d.ebid_approved_value::float as approved,
             (select count(*)::int from deal_ebids e where e.deal_id = d.deal_id) as entries
      from deals d join currencies c using (currency_id)
      left join users u on u.user_id = d.created_by left join accounts a on a.account_id = d.created_as_account_id
      order by d.code`),
  ).toEqual([
    {
      ...{
        code: 'A',
        ends: '2094-03-31T23:59:59.999Z',
        person: 'ben@lago.example',
        for: 'LAGO',
        currency: 'EUR',
        total: 26,
      },
      ...{ asked: 20, status: 'Approved', approved: 22.5, entries: 1 },
    },
    {
      ...{ code: 'B', ends: '2024-06-01T10:15:00.000Z', person: null, for: null, currency: 'USD', total: 20 },
      ...{ asked: 19.99, status: 'Refused', approved: null, entries: 1 },
    },
    {
      ...{ code: 'C', ends: '2024-07-31T08:00:00.000Z', person: null, for: null, currency: 'CHF', total: 0 },
      ...{ asked: 0, status: 'Pending', approved: null, entries: 0 },
    },
    {
      ...{
        code: 'D',
        ends: '2024-07-31T08:00:00.000Z',
        person: 'anna@sud.example',
        for: 'SUD',
        currency: 'EUR',
        total: 20,
      },
      ...{ asked: 15, status: 'Pending', approved: null, entries: 1 },
    },
  ])
  expect(await check()).toEqual([])
  expect((await run({ 'deals.csv': file })).outcomes['deals.csv']).toMatchObject({ new: 0, unchanged: 5, bad: 0 })
})

test('a special price that cannot be is refused with its reason', async () => {
  const { run, records } = await newVendor()
  await run(records)
  const row = (code: string, rest: string) => `${code},1,LAGO,Acque,2024-05-02,New,,${rest}`
  const { problems } = await run({
    'deals.csv': csv(
      state,
      row('A', ',,,APPLE,2,10,20,,'),
      row('B', ',,,APPLE,2,10,15,Approved,'),
      row('C', ',,,APPLE,2,10,15,Refused,12'),
      row('D', ',,,APPLE,2,10,,Approved,12'),
      row('E', ',,,APPLE,2,10,15,Approved,20'),
      row('F', ',,,,,,15,,'),
      row('G', '2024-05-01,,,,,,,,'),
      row('H', ',nobody@lago.example,,,,,,,'),
      row('I', ',,XXX,,,,,,'),
      row('K', ',,USD,APPLE,2,,,,'),
      row('L', ',,,APPLE,2,10,15,Approved,0'),
    ),
  })
  expect(problems.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [2, 'eBidValue', 'is not below the total of the products'],
    [3, 'eBidApprovedValue', 'is the amount of a special price that is Approved, and of no other'],
    [4, 'eBidApprovedValue', 'is the amount of a special price that is Approved, and of no other'],
    [5, 'eBidStatus', 'is given without a special price that was asked for'],
    [6, 'eBidValue', 'is not below the total of the products'],
    [7, 'eBidValue', 'is not below the total of the products'],
    [8, 'expirationDate', 'is before the creation date'],
    [9, 'ownerEmail', 'is no user'],
    [10, 'currencyCode', 'is no currency'],
    [11, 'price', 'is not the currency of the list, which is EUR'],
    [12, 'eBidApprovedValue', 'is given without a special price that was asked for'],
  ])
})
