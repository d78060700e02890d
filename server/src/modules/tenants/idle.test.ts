// @module-tag long
import { orders } from '@trellis/contract/orders'
import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { network } from '../../testing/network.ts'
import { runJob } from '../../testing/queue.ts'
import { raw, selling } from '../../testing/selling.ts'
import { jobInPieces } from './index.ts'

/* Scheduled jobs ask once for all tenants and open only those with work (decision 124). */

const world = await network()
const { app, db, nordico, acme, tenantId } = world
const { issue, sell, offer } = selling(world)
const scheduled = app.jobs.flatMap(({ name, cron }) => (cron === undefined ? [] : [{ name, cron }]))
/** Those that run more often than once a day: minutes and hours alone, or `*`. */
const frequent = scheduled.filter(({ cron }) => cron.split(' ')[1] === '*').map(({ name }) => name)

/** Jobs that are about the whole installation. */
const ofInstallation = ['platform:release']

const addTenants = (many: number) =>
  raw(
    world,
    `insert into tenants (tenant_id, code, name, currency_id)
     select gen_random_uuid(), 'idle-' || gen_random_uuid(), 'Idle', 978 from generate_series(1, $1::int)`,
    [many],
  )

/** Statements and transactions that jobs send: each takes a connection of the background once. */
let asked = 0
db.background.pool.driver.on('acquire', (_client: PoolClient) => {
  asked += 1
})
async function askedBy(work: () => Promise<void>): Promise<number> {
  asked = 0
  await work()
  return asked
}

const runAll = async () => {
  for (const name of frequent) await runJob(world, name)
}

test('a thousand tenants with nothing to do cost no transaction, in any job that runs more often than once a day', async () => {
  expect(frequent.length).toBeGreaterThan(15)
  await runAll()
  const before = await askedBy(runAll)
  await addTenants(1000)
  const after = await askedBy(runAll)
  expect(after).toBe(before)
  // One question for each, and what there is to do in the two tenants of these tests.
  expect(after).toBeLessThanOrEqual(2 * frequent.length)
})

test('every job that runs more often than once a day says beforehand whether a tenant has something to do', async () => {
  const answers = await raw<{ job: string; works: boolean | null }>(
    world,
    `select job, has_work(job) as works from unnest($1::text[]) job`,
    [frequent.filter((name) => !ofInstallation.includes(name))],
  )
  expect(answers.filter(({ works }) => works !== false)).toEqual([])
})

test('a tenant with something to do is served among many that have nothing, and one that comes to have it is found', async () => {
  const unfolded = () => raw(world, 'select from sum_notes where tenant_id = $1', [tenantId])
  const unsealed = () => raw(world, 'select from audit_unsealed where tenant_id = $1', [tenantId])
  await issue({ 'EDGE-1Y': 10 })
  await sell(world.vendor, nordico, { 'EDGE-1Y': 5 })
  expect(await unfolded()).not.toEqual([])
  expect(await unsealed()).not.toEqual([])
  await runAll()
  expect(await unfolded()).toEqual([])
  expect(await unsealed()).toEqual([])
  const { id } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await nordico.call(orders.changeStatus, { params: { id }, body: { status: 'approved', source: 'test' } })
  expect(await unfolded()).toHaveLength(1)
  await runAll()
  expect(await unfolded()).toEqual([])
})

test('what a job had begun when its process died is still found by the next run', async () => {
  const sealed = async () =>
    (await raw<{ n: number }>(world, 'select count(*)::int as n from audit_seals where tenant_id = $1', [tenantId]))[0]
      ?.n ?? 0
  await runJob(world, 'audit:seal')
  const before = await sealed()
  await issue({ 'EDGE-1Y': 1 })
  await issue({ 'EDGE-1Y': 1 })
  let batches = 0
  const dying = jobInPieces(db.background, {
    name: 'audit:seal',
    cron: '* * * * *',
    size: 1,
    async piece(tx) {
      batches += 1
      await tx.run(sql`delete from audit_unsealed where tenant_id = (select current_tenant())`)
      throw new Error('the process died')
    },
  })
  await expect(dying.run({})).rejects.toThrow('the process died')
  expect(batches).toBe(1)
  await runJob(world, 'audit:seal')
  expect(await sealed()).toBeGreaterThanOrEqual(before + 2)
})

test('the question tells which tenants have work, and nothing that is theirs (threats T10)', async () => {
  const { rows } = await db.background.pool.driver.query(
    `select current_setting('app.tenant', true) as before, (select count(*)::int from tenants_with_work('audit:seal', true)) as found,
            (select count(*)::int from audit_log) as seen, current_setting('app.tenant', true) as after`,
  )
  expect(rows[0].seen).toBe(0)
  expect([null, '']).toContain(rows[0].before)
  expect([null, '']).toContain(rows[0].after)
  expect(rows[0].found).toBeLessThan(1000)
})

test('a suspended tenant is left out, except of what the installation does for itself', async () => {
  await issue({ 'EDGE-1Y': 1 })
  const found = async (job: string, too: boolean) =>
    (await db.background.shared.rows<{ id: string }>(sql`select id from tenants_with_work(${job}, ${too}) as id`)).some(
      ({ id }) => id === tenantId,
    )
  await raw(world, 'update tenants set suspended_at = now() where tenant_id = $1', [tenantId])
  expect([await found('audit:seal', true), await found('audit:seal', false)]).toEqual([true, false])
  await raw(world, 'update tenants set suspended_at = null where tenant_id = $1', [tenantId])
  expect(await found('audit:seal', false)).toBe(true)
})
