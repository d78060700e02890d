// @module-tag long
import { dashboard } from '@trellis/contract/dashboard'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { dashboardJobs } from './index.ts'

/*
 * The database is made slow for each line and has a short statement timeout, so that folding everything in one statement
 * always times out.
 */

const world = await network()
const { vendor, nordico, acme } = world
const { change, request, issue } = selling(world)

const set = (statement: string, values: unknown[] = []) => raw<{ count: number }>(world, statement, values)
const count = async (table: string) => (await set(`select count(*)::int from ${table}`))[0]?.count
/** Rows of sales that a statement inserts before its timeout. A trigger says so, because no test waits for time. */
const fitting = 12

/** The job as another process runs it: it has learned no batch size from earlier runs. */
const folder = () => {
  const [job] = dashboardJobs(world.db)
  return async () => {
    while ((await job?.run({})) === 'more');
  }
}

await set(`
  create table poison (approved_at timestamptz);
  grant select on poison to public;
  create function dawdle() returns trigger language plpgsql as $$
  begin
    if (select count(*) from added) > ${fitting} then
      raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled';
    end if;
    if exists (select from poison p join added a using (approved_at)) then raise exception 'poisoned'; end if;
    return null;
  end $$;
  create trigger dawdle after insert on sales referencing new table as added for each statement execute function dawdle()`)
await issue({ 'EDGE-1Y': 1000 })
await change(vendor, (await request(nordico, { 'EDGE-1Y': 500 })).id, 'approved')
await folder()()

const sales = 24
beforeEach(async () => {
  await set('delete from poison')
  await folder()()
  await sell()
})
async function sell(): Promise<void> {
  for (let made = 0; made < sales; made++) await change(nordico, (await request(acme, { 'EDGE-1Y': 1 })).id, 'approved')
}

const figures = () => nordico.call(dashboard.orders, { body: {} })

test('sales that never fit into one statement are folded in batches, and no figure changes', async () => {
  const before = await figures()
  expect(await count('sum_notes')).toBe(sales)
  await folder()()
  expect(await count('sum_notes')).toBe(0)
  expect(await figures()).toEqual(before)
})

test('batches folded before a failure stay folded', async () => {
  // It learns a batch size below the number of sales first: the newest order is then in the last batch.
  const fold = folder()
  await fold()
  await sell()
  const folded = (await count('sales')) ?? 0
  await set('insert into poison select max(at) from sum_notes')
  await expect(fold()).rejects.toThrow('verdant: poisoned')
  expect(await count('sales')).toBeGreaterThan(folded)
  expect(await count('sum_notes')).toBeGreaterThan(0)
  await set('delete from poison')
  await folder()()
  expect(await count('sales')).toBe(folded + sales)
})

test('two concurrent runs fold each order once', async () => {
  const before = await figures()
  const folded = (await count('sales')) ?? 0
  await Promise.all([folder()(), folder()(), folder()()])
  await folder()()
  expect(await count('sales')).toBe(folded + sales)
  expect(await figures()).toEqual(before)
})

test('a second concurrent run skips a tenant that another run is folding', async () => {
  const first = new pg.Client(world.adminUrl)
  await first.connect()
  await first.query('begin')
  await first.query(`select pg_advisory_xact_lock(hashtextextended('dashboard:fold:' || $1, 0))`, [world.tenantId])
  await folder()()
  expect(await count('sum_notes')).toBe(sales)
  await first.query('commit')
  await first.end()
  await folder()()
  expect(await count('sum_notes')).toBe(0)
})
