import { dashboard } from '@trellis/contract/dashboard'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { dashboardJobs } from './index.ts'

/* Folding on a database where each line takes its time and no statement may take long, so that all at once never fits. */

const world = await network()
const { vendor, nordico, acme } = world
const { change, request, issue } = selling(world)

const set = (statement: string, values: unknown[] = []) => raw<{ count: number }>(world, statement, values)
const count = async (table: string) => (await set(`select count(*)::int from ${table}`))[0]?.count
const statement = 400

/** A job as another process has it: it has learned nothing from the runs of the others. */
const folder = () => {
  const [job] = dashboardJobs(world.db, { statement })
  return async () => {
    while ((await job?.run({})) === 'more');
  }
}

await set(`
  create table poison (order_id uuid);
  grant select on poison to public;
  create function dawdle() returns trigger language plpgsql as $$
  begin
    if exists (select from poison p where p.order_id = new.order_id) then raise exception 'poisoned'; end if;
    perform pg_sleep(0.03);
    return new;
  end $$;
  create trigger dawdle before insert on sales for each row execute function dawdle()`)
await issue({ 'EDGE-1Y': 1000 })
await change(vendor, (await request(nordico, { 'EDGE-1Y': 500 })).id, 'approved')
await folder()()

const sales = 24
beforeEach(async () => {
  await set('delete from poison')
  await folder()()
  for (let made = 0; made < sales; made++) await change(nordico, (await request(acme, { 'EDGE-1Y': 1 })).id, 'approved')
})

const figures = () => nordico.call(dashboard.orders, { body: {} })

test('sales that never fit one statement are folded all the same, and change no figure', async () => {
  const before = await figures()
  expect(await count('sales_unfolded')).toBe(sales)
  await folder()()
  expect(await count('sales_unfolded')).toBe(0)
  expect(await figures()).toEqual(before)
})

test('what was folded before a failure stays folded', async () => {
  const folded = (await count('sales')) ?? 0
  await set('insert into poison select max(order_id::text)::uuid from sales_unfolded')
  await expect(folder()()).rejects.toThrow('verdant: poisoned')
  expect(await count('sales')).toBeGreaterThan(folded)
  expect(await count('sales_unfolded')).toBeGreaterThan(0)
  await set('delete from poison')
  await folder()()
  expect(await count('sales')).toBe(folded + sales)
})

test('two at once do the work once', async () => {
  const before = await figures()
  const folded = (await count('sales')) ?? 0
  await Promise.all([folder()(), folder()(), folder()()])
  await folder()()
  expect(await count('sales')).toBe(folded + sales)
  expect(await figures()).toEqual(before)
})

test('a second run does not wait for the first: it leaves the tenant to it', async () => {
  const first = new pg.Client(world.adminUrl)
  await first.connect()
  await first.query('begin')
  await first.query(`select pg_advisory_xact_lock(hashtextextended('dashboard:fold-sales:' || $1, 0))`, [
    world.tenantId,
  ])
  await folder()()
  expect(await count('sales_unfolded')).toBe(sales)
  await first.query('commit')
  await first.end()
  await folder()()
  expect(await count('sales_unfolded')).toBe(0)
})
