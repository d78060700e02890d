// @module-tag long
import { apiKeys } from '@trellis/contract/api-keys'
import { deals } from '@trellis/contract/deals'
import { devices } from '@trellis/contract/devices'
import { events } from '@trellis/contract/events'
import { identity } from '@trellis/contract/identity'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { pricePlans } from '@trellis/contract/price-plans'
import { sandbox } from '@trellis/contract/sandbox'
import { tenants } from '@trellis/contract/tenants'
import { webhooks } from '@trellis/contract/webhooks'
import pg from 'pg'
import { expect, test } from 'vitest'
import { recordAll, sealAudit } from '../modules/audit/index.ts'
import { sql } from '../platform/database/sql.ts'
import { network, type Person, password } from '../testing/network.ts'
import { operatorOf } from '../testing/operator.ts'
import { runQueued } from '../testing/queue.ts'
import { openReceiver } from '../testing/receiving.ts'
import { rowsOfTenant } from '../testing/rows-of-tenant.ts'
import { raw } from '../testing/selling.ts'

/*
 * The clock of a sandbox, which its super admins move forward (rules G31, decision 158).
 * Covers: server/src/modules/settings/sandbox-clock.ts
 * Covers: server/src/modules/tenants/clock.ts
 */

const receiver = await openReceiver()
const world = await network({ webhookHosts: [receiver.host] })
const { vendor, nordico } = world
const portal = operatorOf(world)
const create = (code: string) =>
  portal(
    ...['tenant', 'create', '--sandbox', '--code', code, '--name', 'Integration'],
    ...['--admin-email', 'ida@integrator.example', '--admin-password', password],
  )
await create('try')
await create('beside')
const ida = world.somebody('try', 'ida@integrator.example')
const luca = world.somebody('try', 'luca@ferrante.example')
const giulia = world.somebody('try', 'giulia@pontenuovo.example')
const beside = world.somebody('beside', 'ida@integrator.example')

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const move = (date: string, who: Person = ida) => who.call(sandbox.moveClock, { body: { date } })
const within = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b))
const issue = (code: string) => ({ code: 'RQ422', info: { issues: [{ path: 'date', code }] } })
const keyOf = async (who: Person, expirationDate?: string) => {
  const { account } = await who.call(identity.me)
  const permissions = [
    { module: 'Orders' as const, flags: 'r' as const },
    { module: 'Deals' as const, flags: 'r' as const },
  ]
  const body = { name: 'ERP', parentAccountId: account.accountId, permissions }
  return who.call(apiKeys.create, { body: { ...body, ...(expirationDate && { expirationDate }) } })
}
const withKey = (key: string, endpoint: Parameters<typeof world.anonymous>[0], request: object) =>
  world.anonymous(endpoint, {
    ...request,
    headers: { 'x-tenant-code': 'try', authorization: `Bearer ${key}` },
  })

test('a clock that nobody moved is that of the machine', async () => {
  const { date, machineDate, latestDate } = await ida.call(sandbox.clock)
  expect(date).toBe(machineDate)
  expect(within(machineDate, new Date().toISOString())).toBeLessThan(day)
  expect(within(latestDate, inDays(730))).toBeLessThan(3 * day)
  const { body } = await world.anonymous(tenants.current, { headers: { 'x-tenant-code': 'try' } })
  expect(body).toMatchObject({ secondsAhead: 0 })
})

test('nobody else moves it: a real tenant has none, other roles may not, and keys are not people', async () => {
  const body = { date: inDays(3) }
  for (const [who, code] of [
    [vendor, 'RQ404'],
    [nordico, 'RQ403'],
    [luca, 'RQ403'],
    [giulia, 'RQ403'],
  ] as const) {
    expect(await who.refused(sandbox.clock)).toMatchObject({ code })
    expect(await who.refused(sandbox.moveClock, { body })).toMatchObject({ code })
  }
  const { key } = await keyOf(ida)
  expect(await withKey(key, sandbox.moveClock, { body })).toMatchObject({
    status: 403,
    body: { code: 'RQ403', info: { reason: 'key' } },
  })
  expect((await world.anonymous(sandbox.moveClock, { body })).status).toBe(401)
  await expect(raw(world, `select move_clock(now() + interval '1 day')`)).resolves.toEqual([{ move_clock: false }])
  expect(await raw(world, 'select 1 from moved_clocks')).toEqual([])
})

test('it is not moved back, nor more than two years ahead, nor to what is no date', async () => {
  expect(await ida.refused(sandbox.moveClock, { body: { date: inDays(-1) } })).toMatchObject(issue('past'))
  expect(await ida.refused(sandbox.moveClock, { body: { date: inDays(800) } })).toMatchObject(issue('too_far'))
  expect((await ida.raw(sandbox.moveClock, { body: { date: 'soon' } })).body).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'date' }] },
  })
})

test('what is due by the new date happens at once: deals and keys end, prices apply, mails are kept, and events tell', async () => {
  const protectedOnes = (await ida.call(deals.search, { body: { includeChildren: true, limit: 200 } })).items.filter(
    ({ status, expirationDate }) =>
      status !== 'Won' && status !== 'Lost' && expirationDate > inDays(0) && expirationDate < inDays(40),
  )
  const deal = protectedOnes[0]
  if (deal === undefined) throw new Error('The network has no protected deal')
  const living = (
    await ida.call(licenses.search, {
      body: { includeChildren: true, limit: 200, filterBy: [{ field: 'state', values: ['active'] }] },
    })
  ).items.filter(({ expirationDate }) => expirationDate !== null && expirationDate < inDays(40))
  const key = living[0]
  if (key === undefined) throw new Error('No key of the network ends soon')
  const [list] = (await ida.call(priceLists.search, { body: { limit: 1 } })).items
  const priceListId = list?.priceListId ?? ''
  const before = await ida.call(priceLists.read, { params: { id: priceListId } })
  const [line] = before.products ?? []
  const plan = await ida.call(pricePlans.create, {
    body: {
      priceListId,
      day: inDays(20).slice(0, 10),
      items: [{ sku: line?.sku ?? '', customPrice: (line?.customPrice ?? 0) + 1 }],
    },
  })
  const { next } = await ida.call(events.list, { query: { after: 'latest' } })
  const certificateMails = async () =>
    (await ida.call(sandbox.mails, { query: {} })).items.filter(({ subject }) => /certificat/i.test(subject)).length
  const mailsBefore = await certificateMails()
  const { key: erp } = await keyOf(ida, inDays(10))
  const unstarted = await unstartedKey()

  const date = inDays(41)
  expect(await move(date)).toMatchObject({ date })
  const of = (type: string) => async () =>
    (await ida.call(events.list, { query: { after: next, types: type, limit: 200 } })).items
  const found = (entityId: string) => expect.arrayContaining([expect.objectContaining({ entityId })])
  await runQueued(world, 'tenants:clock-moved')
  expect(await of('deal.expired')()).toEqual(found(deal.dealId))
  expect(await of('price_list.products_set')()).toEqual(found(priceListId))
  const [expired] = (await of('deal.expired')()).filter(({ entityId }) => entityId === deal.dealId)
  expect(within(expired?.creationDate ?? '', date)).toBeLessThan(day)
  expect((await ida.call(priceLists.read, { params: { id: priceListId } })).products?.[0]).toMatchObject({
    customPrice: (line?.customPrice ?? 0) + 1,
  })
  expect(await ida.call(pricePlans.read, { params: { id: plan.id } })).toMatchObject({ state: 'applied' })
  const states = async (state: string) =>
    (
      await ida.call(licenses.search, {
        body: {
          includeChildren: true,
          filterBy: [
            { field: 'state', values: [state] },
            { field: 'licenseId', values: [key.licenseId] },
          ],
        },
      })
    ).count
  expect([await states('active'), await states('expired')]).toEqual([0, 1])
  for (const task of ['mail:send', 'mail:send-bulk']) await runQueued(world, task)
  expect(await certificateMails()).toBeGreaterThan(mailsBefore)
  expect(await of('order.canceled')()).not.toEqual([])

  // Keys of machines go by machine time, and so does what a device reads; the key itself starts with the business.
  expect((await withKey(erp, orders.sellOut, { body: {} })).status).toBe(200)
  const lease = (
    await world.anonymous(devices.activate, { body: { serialKey: unstarted, deviceUuid: 'd-1', deviceName: 'One' } })
  ).body as { expirationDate: string; leaseExpirationDate: string }
  const started = await ida.call(licenses.read, { params: { serialKey: unstarted } })
  expect(within(started.activationDate ?? '', date)).toBeLessThan(day)
  const now = await ida.call(sandbox.clock)
  expect(Date.parse(started.expirationDate ?? '') - Date.parse(lease.expirationDate)).toBeCloseTo(
    Date.parse(now.date) - Date.parse(now.machineDate),
    -2,
  )
  expect(Date.parse(lease.leaseExpirationDate)).toBeLessThan(Date.parse(inDays(31)))

  expect((await portal('check', '--tenant', 'try')).stdout).toContain('all of them hold')
})

/** A key of the network that no device has started, whose product has a term. */
async function unstartedKey(): Promise<string> {
  const { items } = await ida.call(licenses.search, {
    body: { includeChildren: true, limit: 200, filterBy: [{ field: 'activated', values: ['false'] }] },
  })
  const one = items.find((each) => !each.licenseIsPerpetual && each.upgradeOf === null && !each.licenseHasBeenExported)
  if (one === undefined) throw new Error('Every key of the network has started')
  return one.serialKey
}

test('it goes on running, is written in the audit log, and everybody there is told the business date', async () => {
  const { date, machineDate } = await ida.call(sandbox.clock)
  expect(within(date, inDays(41))).toBeLessThan(day)
  const ahead = Math.ceil((Date.parse(date) - Date.parse(machineDate)) / 1000)
  const { body } = await world.anonymous(tenants.current, { headers: { 'x-tenant-code': 'try' } })
  expect(body).toMatchObject({ secondsAhead: ahead })
  await expect.poll(async () => (await ida.call(sandbox.clock)).date > date).toBe(true)
  const [entry] = await raw<{ after: { businessDate: string } }>(
    world,
    `select after from audit_log where action = 'tenant.clock_moved'`,
  )
  expect(within(entry?.after.businessDate ?? '', date)).toBeLessThan(day)
  expect(await ida.refused(sandbox.moveClock, { body: { date: inDays(30) } })).toMatchObject(issue('past'))
  const later = inDays(45)
  expect(await move(later)).toMatchObject({ date: later })
})

test('a real tenant and another sandbox beside it stay at machine time', async () => {
  const { date, machineDate } = await beside.call(sandbox.clock)
  expect(date).toBe(machineDate)
  const { id } = await vendor.call(apiKeys.create, {
    body: { name: 'x', parentAccountId: vendor.accountId, permissions: [{ module: 'Orders', flags: 'r' }] },
  })
  const [row] = await raw<{ at: Date }>(world, `select at from audit_log where entity_id = $1`, [id])
  expect(within(row?.at.toISOString() ?? '', new Date().toISOString())).toBeLessThan(day)
  expect(
    await raw(
      world,
      `select from audit_log where action = 'deal.expired' and tenant_id <> (select tenant_id from tenants where code = 'try') and at > now() + interval '1 hour'`,
    ),
  ).toEqual([])
})

test('the operator moves it by command, and no real tenant’s', async () => {
  const to = inDays(60).slice(0, 10)
  expect(await portal('tenant', 'clock', 'try', '--to', to)).toMatchObject({
    isDone: true,
    stdout: expect.stringContaining(`Business time of try: ${to}T00:00:00.000Z`),
  })
  expect(JSON.parse((await portal('tenant', 'clock', 'try', '--json')).stdout)).toMatchObject({
    tenantCode: 'try',
    date: expect.stringContaining(to),
  })
  for (const [args, words] of [
    [['try', '--to', inDays(10)], 'goes back only by a reset'],
    [['try', '--to', inDays(900)], 'At most two years'],
    [['try', '--to', 'tomorrow'], 'is a date such as'],
    [['verdant', '--to', inDays(10)], 'verdant is no sandbox'],
    [['nowhere'], 'There is no tenant nowhere'],
  ] as const)
    expect(await portal('tenant', 'clock', ...args)).toMatchObject({
      isDone: false,
      stderr: expect.stringContaining(words),
    })
})

test('a reset puts it back, and waits for the jobs that seal the log and sum the sales that go', async () => {
  const [{ id: tenantId } = { id: '' }] = await raw<{ id: string }>(
    world,
    `select tenant_id as id from tenants where code = 'try'`,
  )
  const as = { tenantId, userId: null, reach: null, clock: null, requestId: null }
  const waitsFor = (lock: string) =>
    expect
      .poll(() =>
        raw(
          world,
          `select 1 as waiting from pg_locks
           where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())
             and (classid::bigint << 32 | objid::bigint) = hashtextextended('${lock}:${tenantId}', 0)`,
        ),
      )
      .toEqual([{ waiting: 1 }])
  const reset = await world.db.administer(as, async (folding) => {
    await folding.run(sql`select fold_sums(5000)`)
    const begun = await world.db.administer(as, async (sealing) => {
      await sealAudit(sealing)
      const done = portal('tenant', 'reset', 'try')
      await waitsFor('audit')
      return { done }
    })
    await waitsFor('sums')
    return begun
  })
  expect(await reset.done).toMatchObject({ isDone: true, stderr: '' })
  const again = world.somebody('try', 'ida@integrator.example')
  const { date, machineDate } = await again.call(sandbox.clock)
  expect(date).toBe(machineDate)
  expect(await raw(world, 'select 1 from moved_clocks')).toEqual([])
  expect((await portal('check', '--tenant', 'try')).stdout).toContain('all of them hold')
  // The night before is told by machine time.
  expect(
    await raw(
      world,
      `select from audit_log where tenant_id = (select tenant_id from tenants where code = 'try') and at > now() + interval '1 minute'`,
    ),
  ).toEqual([])
})

test('of many who move it at once, whatever the order, it is at the latest date, and each move goes on from the one before', async () => {
  const dates = [30, 10, 50, 20, 40].map(inDays)
  const answers = await Promise.all(dates.map((date) => beside.raw(sandbox.moveClock, { body: { date } })))
  const moved = answers.filter(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status !== 200)).toMatchObject(
    Array.from({ length: dates.length - moved.length }, () => ({ status: 422, body: issue('past') })),
  )
  const { date } = await beside.call(sandbox.clock)
  expect(within(date, inDays(50))).toBeLessThan(day)
  const told = await raw<{ before: string; after: string }>(
    world,
    `select before ->> 'businessDate' as before, after ->> 'businessDate' as after from audit_log
     where action = 'tenant.clock_moved' and tenant_id = (select tenant_id from tenants where code = 'beside') order by after`,
  )
  expect(told).toHaveLength(moved.length)
  expect(told.at(-1)?.after).toBe(dates[2])
  for (const [n, { before }] of told.entries())
    expect(within(before, told[n - 1]?.after ?? new Date().toISOString())).toBeLessThan(day)
})

test('who moves it while somebody else does goes on from there, and the audit log says so', async () => {
  const client = new pg.Client(world.adminUrl)
  await client.connect()
  const waiting = async (most: number) =>
    expect
      .poll(async () => {
        const { rows } = await client.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return rows.length
      })
      .toBe(most)
  await client.query('begin')
  await client.query('select from moved_clocks for update')
  const dates = [52, 54].map(inDays)
  const moves: Promise<unknown>[] = []
  for (const [n, date] of dates.entries()) {
    moves.push(move(date, beside))
    await waiting(n + 1)
  }
  await client.query('commit')
  await client.end()
  await Promise.all(moves)
  const [last] = await raw<{ before: string }>(
    world,
    `select before ->> 'businessDate' as before from audit_log
     where action = 'tenant.clock_moved' and after ->> 'businessDate' = $1`,
    [dates[1]],
  )
  expect(within(last?.before ?? '', dates[0] ?? '')).toBeLessThan(day)
})

test('a clock that is moved while deliveries are taken, sent and settled loses none and doubles none, in order for each record', async () => {
  const { items } = await beside.call(orders.sellOut, { body: { limit: 10, includeChildren: true } })
  const ids = items.map(({ orderId }) => orderId)
  const { account, userId } = await beside.call(identity.me)
  const [{ id: tenantId } = { id: '' }] = await raw<{ id: string }>(
    world,
    `select tenant_id as id from tenants where code = 'beside'`,
  )
  const { accountId } = account
  const as = { tenantId, userId, accountId, reach: accountId, clock: null, requestId: null }
  const happen = () =>
    world.db.background.write(as, async (tx) => {
      await recordAll(
        tx,
        'order.updated',
        'order',
        ids.map((entityId) => ({ entityId })),
      )
      await tx.row(sql`select 1`)
    })
  const body = { url: receiver.url, parentAccountId: account.accountId, types: ['order.updated'] }
  const { next } = await beside.call(events.list, { query: { after: 'latest' } })
  const { id: webhookId, secret } = await beside.call(webhooks.create, { body })
  receiver.secret = secret
  const run = (name: string, payload: object) => world.app.jobs.find((job) => job.name === name)?.run(payload)
  let furthest = 60
  /** Somebody else may be further already. */
  const forward = async (days: number) => {
    furthest += days
    await beside.raw(sandbox.moveClock, { body: { date: inDays(furthest) } })
  }
  // While one delivery is under way, the clock goes on by weeks, more happens, and others take and send.
  receiver.answer = async (_, response) => {
    if (furthest < 300) await forward(20)
    response.writeHead(204).end()
  }
  const rounds = 5
  for (let round = 0; round < rounds; round++) {
    await happen()
    await Promise.all([
      ...[1, 2, 3].map(() => run('webhooks:wake', { tenantId })),
      ...[1, 2, 3].map(() => run('webhooks:send', { tenantId, webhookId })),
      run('tenants:clock-moved', { tenantId, code: 'beside' }),
      forward(7),
    ])
  }
  const waiting = async () => (await beside.call(webhooks.read, { params: { id: webhookId } })).waiting
  for (let turns = 0; turns === 0 || ((await waiting()) > 0 && turns < 100); turns++) {
    await run('webhooks:wake', { tenantId })
    await run('webhooks:send', { tenantId, webhookId })
  }
  const told: string[] = []
  for (let after = next; ; ) {
    const page = await beside.call(events.list, { query: { after, types: 'order.updated', limit: 200 } })
    told.push(...page.items.map(({ id }) => id))
    if (page.items.length === 0) break
    after = page.next
  }
  expect(told.length).toBeGreaterThanOrEqual(rounds * ids.length)
  expect([receiver.refused, await waiting()]).toEqual([0, 0])
  expect(receiver.received.map(({ event }) => event.id).sort()).toEqual(told.sort())
  for (const id of ids) {
    const places = receiver.received
      .filter(({ event }) => event.entityId === id)
      .map(({ event }) => Number(event.sequence))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  }
  expect(within((await beside.call(sandbox.clock)).date, inDays(furthest))).toBeLessThan(day)
})

test('a sandbox goes at once, with its clock and all its year of business', async () => {
  const [{ id: tenantId } = { id: '' }] = await raw<{ id: string }>(
    world,
    `select tenant_id as id from tenants where code = 'beside'`,
  )
  expect((await beside.call(orders.sellOut, { body: { includeChildren: true } })).count).toBeGreaterThan(100)
  expect(await rowsOfTenant(world, tenantId)).toHaveProperty('moved_clocks')
  expect(await portal('tenant', 'delete', 'beside', '--confirm', 'beside')).toMatchObject({ isDone: true, stderr: '' })
  expect(await rowsOfTenant(world, tenantId)).toEqual({})
  await expect.poll(async () => (await beside.raw(orders.sellOut, { body: {} })).status).toBe(400)
  const { items } = JSON.parse((await portal('tenant', 'list', '--deleted', '--json')).stdout)
  expect(items.map((one: { tenantCode: string; isSandbox: boolean }) => [one.tenantCode, one.isSandbox])).toEqual([
    ['beside', true],
  ])
  expect(await portal('check')).toMatchObject({ isDone: true })
})
