// @module-tag long
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { importing } from '../../../testing/importing.ts'

const world = await importing()
afterAll(() => world.close())

test('two concurrent imports of the same files store everything once, and the second reports that it waits', async () => {
  const { records, run, rows, check } = await world.newVendor()
  const waits: string[] = []
  const options = { onWait: (running: string) => waits.push(running) }
  const both = await Promise.all([run(records, options), run(records, options)])
  for (const { problems, good } of both) expect({ problems, good }).toEqual({ problems: [], good: true })
  const outcome = (name: string) =>
    both.map(({ outcomes }) => outcomes[name]).map((file) => [file?.new, file?.unchanged])
  expect(outcome('orders.csv')).toEqual(
    expect.arrayContaining([
      [5, 0],
      [0, 5],
    ]),
  )
  expect(outcome('licenses.csv')).toEqual(
    expect.arrayContaining([
      [2, 0],
      [0, 2],
    ]),
  )
  expect(await rows(sql`select count(*) as count from orders`)).toEqual([{ count: 4 }])
  expect(await rows(sql`select sum(quantity) as quantity from stock_movements where reason = 'import'`)).toEqual([
    { quantity: 140 },
  ])
  expect(waits).toHaveLength(1)
  expect(await check()).toEqual([])
})

/* What users do during an import, as statements that are committed while the import waits for them. */
const key = 'gen_random_uuid(), '
const meanwhile: [what: string, file: string, statement: string, outcome: object][] = [
  [
    'the same SKU',
    'products.csv',
    `insert into products (product_id, sku, name, price_msrp, currency_id) values (${key}'pear', 'Pears by hand', 1, 978)`,
    { new: 3, changed: 1 },
  ],
  [
    'a product type of the same name',
    'products.csv',
    `insert into product_types (type_id, name) values (${key}'FRUIT')`,
    { new: 4, changed: 0 },
  ],
  [
    'an account of the same code',
    'accounts.csv',
    `with a as (
       insert into accounts (account_id, code, name, group_id, parent_id)
       select gen_random_uuid(), 'Sud', 'By hand', (select group_id from account_groups where name = 'DISTRIBUTOR'), account_id
       from accounts where parent_id is null returning account_id, parent_id)
     insert into account_tree (ancestor_id, descendant_id, depth)
     select account_id, account_id, 0 from a union all select parent_id, account_id, 1 from a`,
    { new: 2, changed: 2 },
  ],
]

test.each(meanwhile)(
  '%s, added by hand while the file is on its way, is one record in the end',
  async (_, file, statement, outcome) => {
    const { tenantId, records, run } = await world.newVendor()
    const byHand = new pg.Client({ connectionString: world.adminUrl })
    await byHand.connect()
    try {
      await byHand.query('begin')
      await byHand.query('set local role trellis_app')
      await byHand.query(`select set_config('app.tenant', $1, true)`, [tenantId])
      await byHand.query(statement)
      const importing = run({ [file]: records[file as keyof typeof records] })
      await expect.poll(isHeld).toBe(true)
      await byHand.query('commit')
      const { problems, outcomes } = await importing
      expect(problems).toEqual([])
      expect(outcomes[file]).toMatchObject(outcome)
    } finally {
      await byHand.end()
    }
  },
)

test('when two vendors import the same serial key at once, one gets it and the other gets an error', async () => {
  const [one, other] = [await world.newVendor(), await world.newVendor()]
  for (const { run, records } of [one, other])
    await run({ 'accounts.csv': records['accounts.csv'], 'products.csv': records['products.csv'] })
  const licenses = { 'licenses.csv': one.records['licenses.csv'] }
  const both = await Promise.all([one.run(licenses), other.run(licenses)])
  expect(both.map(({ good }) => good).sort()).toEqual([false, true])
  const reasons = new Set(both.flatMap(({ problems }) => problems.map(({ reason }) => reason)))
  expect([...reasons]).toEqual(['is used already in this installation'])
})

async function isHeld(): Promise<boolean> {
  const watcher = new pg.Client({ connectionString: world.adminUrl })
  await watcher.connect()
  try {
    const { rowCount } = await watcher.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and application_name like 'trellis%'`,
    )
    return (rowCount ?? 0) > 0
  } finally {
    await watcher.end()
  }
}
