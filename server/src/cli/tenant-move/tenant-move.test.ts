// @module-tag long
import { join } from 'node:path'
import { identity } from '@trellis/contract/identity'
import { orders } from '@trellis/contract/orders'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { activating } from '../../testing/activating.ts'
import { settledDatabase, testDatabase } from '../../testing/database.ts'
import { everyRow } from '../../testing/every-row.ts'
import { isFull } from '../../testing/full.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person, password } from '../../testing/network.ts'
import { operatorOf } from '../../testing/operator.ts'
import { startPrimaries } from '../../testing/primaries.ts'
import { runJob } from '../../testing/queue.ts'
import { rowsOfTenant } from '../../testing/rows-of-tenant.ts'
import { raw, selling } from '../../testing/selling.ts'
import { createTenant } from '../create-tenant.ts'
import { type Means, moveTenants, type Step, type Wanted } from './move.ts'

/*
 * Covers: server/src/cli/tenant-move/links.ts
 * Covers: server/src/cli/tenant-move/move.ts
 * Covers: server/src/cli/tenant-move/prove.ts
 * Covers: server/src/cli/tenant-move/refuse.ts
 * Covers: server/src/cli/tenant-move/servers.ts
 * Covers: server/src/cli/tenant-move/switch.ts
 * Covers: server/src/cli/tenant-move/tables.ts
 * Covers: server/src/cli/tenant-move/tidy.ts
 */

/* A living tenant moves to another primary of its installation: whole, or not at all (decision 179). */

const installation = await startPrimaries()
const north = await installation.further()
const world = await network({ database: installation.main, further: [{ name: 'north', url: north.url }] })
const { acme, bergen, vendor, canary, anonymous, tenantId, db } = world
const { request, items } = selling(world)
const { activate, heartbeat } = activating(world)
const { key } = licensing(world)
const [, further] = db.primaries
if (!further) throw new Error('There is no further primary')
const as = { tenantId, userId: null, reach: null, clock: null, requestId: null }

await createTenant(
  db,
  { code: 'aurora', name: 'Aurora', currencyCode: 'EUR', adminEmail: 'ada@aurora.example', adminPassword: password },
  further.db,
)
const ada = world.somebody('aurora', 'ada@aurora.example')
const [canaryTenant] = await raw<{ id: string }>(world, `select tenant_id as id from tenants where code = 'canary'`)
const canaryId = canaryTenant?.id ?? ''

const serialKey = await key(acme, 'EDGE-1Y')
await activate(serialKey, 'till')

type Place = 'main' | 'north'
const servers = { main: world, north }
const addresses = [
  { name: 'main', directUrl: world.adminUrl },
  { name: 'north', directUrl: north.adminUrl },
]
const never = () => new Promise<never>(() => undefined)
type More = Partial<Wanted & Means> & { from?: typeof addresses }
const move = (to: string, more: More = {}, codes = ['verdant']) =>
  moveTenants(
    more.from ?? addresses,
    { codes, to, ...more },
    { say: () => undefined, wait: (ms) => new Promise((done) => setTimeout(done, Math.min(ms, 50))), ...more },
  )
const portal = operatorOf(world, { DATABASE_PRIMARIES: `north=${north.adminUrl}`, DEFAULT_TENANT: 'verdant' })
const home = async (id = tenantId): Promise<Place[]> => {
  const places: Place[] = []
  for (const place of ['main', 'north'] as const)
    if ((await raw(servers[place], `select where residence_of($1) = 'here'`, [id])).length > 0) places.push(place)
  return places
}
const otherThan = (place: Place | undefined): Place => (place === 'north' ? 'main' : 'north')
const comeTo = async (place: Place) => {
  if ((await home())[0] !== place) await move(place)
}

/** Everything that a move makes in the databases, and rows where the tenant does not live. */
async function traces(id = tenantId) {
  const found: unknown[] = []
  for (const server of Object.values(servers)) {
    found.push(...(await raw(server, `select pubname from pg_publication`)))
    found.push(...(await raw(server, `select slot_name from pg_replication_slots where database = current_database()`)))
    found.push(
      ...(await raw(
        server,
        `select subname from pg_subscription where subdbid = (select oid from pg_database where datname = current_database())`,
      )),
    )
    found.push(...(await raw(server, `select moved_id from moved_tenants where coming_from is not null`)))
  }
  const away = servers[otherThan((await home(id))[0])]
  const sequences = await raw(
    away,
    `select 1 from pg_sequences where sequencename like 't' || replace($1, '-', '') || '%'`,
    [id],
  )
  return { found, behind: await rowsOfTenant(away, id), sequences }
}
const nothing = { found: [], behind: {}, sequences: [] }

/** Lets a move die at a step, as by `kill -9`: its connections end, and nobody tidies up. */
async function killAt(step: Step, to: Place): Promise<void> {
  await new Promise<void>((reached, failed) => {
    move(to, {
      at: async (each) => {
        if (each !== step) return
        reached()
        await never()
      },
    }).catch(failed)
  })
  await raw(world, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trellis move'`)
}

const numberOf = ({ orderCode = '' }: { orderCode?: string }) => Number(orderCode.split('-')[2])

test('a tenant moves while its people write: nothing is lost, nothing is doubled, and nobody sees an error', async () => {
  await runJob(world, 'audit:seal')
  const before = await raw<{ id: string }>(world, `select order_id as id from orders where tenant_id = $1`, [tenantId])
  const neighbour = await everyRow(world, canaryId)
  const other = await everyRow(north, null)

  const [acknowledged, statuses]: [{ id: string; orderCode: string }[], number[]] = [[], []]
  let isOver = false
  const work = async (who: Person) => {
    while (!isOver) {
      const { status, body } = await who.raw(orders.create, { body: { items: items({ 'EDGE-1Y': 1, BOX: 2 }) } })
      statuses.push(status)
      if (status < 300) acknowledged.push(body as { id: string; orderCode: string })
    }
  }
  const beats: number[] = []
  const beat = async () => {
    while (!isOver) beats.push((await heartbeat(serialKey, 'till')).status)
  }
  const working = [acme, bergen].map(work)
  const beating = beat()
  const moved = await move('north')
  isOver = true
  await Promise.all([...working, beating])
  const late = await request(acme, { 'EDGE-1Y': 1 })

  expect(moved).toMatchObject({
    tenants: ['verdant'],
    from: 'main',
    to: 'north',
    pauseMilliseconds: expect.any(Number),
  })
  expect(moved.pauseMilliseconds).toBeLessThan(2_000)
  expect(moved.rows).toBeGreaterThan(acknowledged.length * 3)
  expect([...new Set(statuses)]).toEqual([201])
  expect([...new Set(beats)]).toEqual([200])
  expect(acknowledged.length).toBeGreaterThan(20)
  const there = await raw<{ id: string; code: string }>(
    north,
    `select order_id as id, code from orders where tenant_id = $1`,
    [tenantId],
  )
  expect(there.map(({ id }) => id).sort()).toEqual([...before, ...acknowledged, late].map(({ id }) => id).sort())
  expect(new Set(there.map(({ code }) => code)).size).toBe(there.length)
  expect(numberOf(late)).toBe(Math.max(...acknowledged.map(numberOf)) + 1)

  expect(await home()).toEqual(['north'])
  expect(await traces()).toEqual(nothing)
  expect(await everyRow(world, canaryId)).toEqual(neighbour)
  const auroraId = String(other.roles?.[0]?.tenant_id)
  expect(await everyRow(north, auroraId)).toEqual(other)
})

test('at its new place the audit log is sealed on, every invariant holds, and nobody else sees the tenant', async () => {
  await runJob({ ...world, app: { ...world.app, jobs: world.app.jobsOf(further.db.background) } }, 'audit:seal')
  const checked = await portal('check', '--json')
  expect(
    JSON.parse(checked.stdout)
      .tenants.map(({ tenantCode, findings }: never) => [tenantCode, findings])
      .sort(),
  ).toEqual([
    ['aurora', []],
    ['canary', []],
    ['verdant', []],
  ])
  const seen = async (who: Person) =>
    (await who.call(users.search, { body: { page: 1, limit: 50 } })).items.map(({ email }) => email)
  expect(await seen(ada)).toEqual(['ada@aurora.example'])
  expect(await seen(canary)).toEqual(['canary@canary.example'])
  expect(await seen(vendor)).toContain('max@verdant.example')
  const token = await vendor.token()
  const stranger = await anonymous(identity.me, {
    headers: { authorization: `Bearer ${token}`, 'x-tenant-code': 'aurora' },
  })
  expect(stranger.status).toBe(401)
})

test('the command moves it back, with its sequence of order numbers, its maintenance and its clock', async () => {
  await raw(north, `insert into maintenances (tenant_id, message) values ($1, 'Moving')`, [tenantId])
  await raw(north, `insert into moved_clocks values ($1, interval '3 hours')`, [tenantId])
  const last = await request(acme, { BOX: 1 }).catch(() => null)
  expect(last).toBe(null)
  const said = await portal('tenant', 'move', 'VERDANT', '--to', 'main', '--json')
  expect({ ...said, stdout: JSON.parse(said.stdout) }).toMatchObject({
    ...{ isDone: true, stderr: '' },
    stdout: { tenants: ['verdant'], from: 'north', to: 'main' },
  })
  expect(await raw(world, `select message from maintenances where tenant_id = $1`, [tenantId])).toEqual([
    { message: 'Moving' },
  ])
  expect(await raw(world, `select ahead::text from moved_clocks`)).toEqual([{ ahead: '03:00:00' }])
  await raw(world, `delete from maintenances`)
  await raw(world, `delete from moved_clocks`)
  const [highest] = await raw<{ orderCode: string }>(
    world,
    `select max(code) as "orderCode" from orders where tenant_id = $1`,
    [tenantId],
  )
  await expect.poll(async () => (await acme.raw(identity.me)).status).toBe(200)
  expect(numberOf(await request(acme, { BOX: 1 }))).toBe(numberOf(highest ?? {}) + 1)
  expect(await traces()).toEqual(nothing)
  expect(await home()).toEqual(['main'])
  expect(await raw(world, `select moved_to from moved_tenants`)).toEqual([])
  expect(await raw(north, `select moved_to from moved_tenants`)).toEqual([{ moved_to: 'main' }])
})

test.skipIf(!isFull)(
  'a move that dies before the switch harms nobody, and the next one begins with cleaning up',
  async () => {
    const [from = 'main'] = await home()
    const to = otherThan(from)
    const steps: Step[] = ['published', 'subscribed', 'unpacked']
    for (const step of isFull ? (['fenced', ...steps, 'copied', 'paused'] as const) : steps) {
      await killAt(step, to)
      expect({ step, lives: await home() }).toEqual({ step, lives: [from] })
      expect((await acme.raw(identity.me)).status).toBe(200)
      await request(acme, { BOX: 1 })
    }
    const { orders: count } = await rowsOfTenant(servers[from], tenantId)
    expect(await move(to)).toMatchObject({ from, to })
    expect([await home(), await traces()]).toEqual([[to], nothing])
    expect(await rowsOfTenant(servers[to], tenantId)).toMatchObject({ orders: count })
  },
)

test('one that dies in the middle of the switch stops the tenant, and the same command again completes it', async () => {
  const [from = 'main'] = await home()
  const to = otherThan(from)
  const before = await everyRow(servers[from], tenantId)
  await killAt('marked', to)
  expect(await home()).toEqual([])
  expect(await acme.raw(identity.me)).toMatchObject({
    status: 503,
    body: { code: 'RQ503' },
    headers: { 'retry-after': expect.any(String) },
  })
  expect((await canary.raw(identity.me)).status).toBe(200)
  const silent = addresses.map((address) =>
    address.name === from ? { ...address, directUrl: address.directUrl.replace(/:\d+\//, ':1/') } : address,
  )
  const said: string[] = []
  const alone = move(to, { from: silent, say: (line) => said.push(line) })
  await expect(alone).rejects.toThrow('There is no tenant verdant')
  expect(said[0]).toContain(`was on its way from ${from} to ${to}, and ${from} cannot be asked`)
  expect(await move(to)).toMatchObject({ from: to, to, rows: null })
  expect([await home(), await traces()]).toEqual([[to], nothing])
  expect(await everyRow(servers[to], tenantId)).toEqual(before)
  expect((await acme.raw(identity.me)).status).toBe(200)
})

test.each<Step>(isFull ? ['arrived', 'proved', 'unlinked'] : ['arrived'])(
  'one that dies when it is %s has moved the tenant, and the same command again deletes what stayed behind',
  async (step) => {
    const to = otherThan((await home())[0])
    await killAt(step, to)
    expect(await home()).toEqual([to])
    await request(acme, { BOX: 1 })
    const { orders: count } = await rowsOfTenant(servers[to], tenantId)
    expect(await move(to)).toMatchObject({ from: to, rows: null })
    expect([await home(), await traces()]).toEqual([[to], nothing])
    expect(await rowsOfTenant(servers[to], tenantId)).toMatchObject({ orders: count })
  },
)

test.skipIf(!isFull)(
  'a long transaction of the tenant is waited for with pauses in which everybody works, and not for ever',
  async () => {
    await comeTo('main')
    let end = (_: unknown) => {}
    const long = db.write(as, async (tx) => {
      await tx.run(sql`select 1`)
      await new Promise((done) => {
        end = done
      })
    })
    await expect(move('north', { tries: 2 })).rejects.toThrow(
      'The switch was tried 2 times: a transaction of it takes long',
    )
    expect(await home()).toEqual(['main'])
    expect({ ...(await traces()), behind: await rowsOfTenant(north, tenantId) }).toEqual(nothing)
    expect(await raw(north, `select moved_to from moved_tenants`)).toEqual([{ moved_to: 'main' }])
    const said: string[] = []
    const moved = await move('north', {
      say: (line) => said.push(line),
      wait: async (milliseconds) => {
        if (milliseconds < 5_000) return
        await request(acme, { BOX: 1 })
        end(null)
        await long
      },
    })
    expect(moved).toMatchObject({ from: 'main', to: 'north' })
    expect(said).toContain('Not switched yet: a transaction of it takes long.')
  },
)

test('what fails before the switch takes everything back', async () => {
  await comeTo('main')
  const before = await everyRow(world, tenantId)
  const row = async () => {
    const [account] = await raw<{ row: unknown }>(
      world,
      `select to_jsonb(a) as row from accounts a where tenant_id = $1 limit 1`,
      [tenantId],
    )
    await raw(
      north,
      `set session_replication_role = replica; insert into account_groups (tenant_id, group_id, name, level)
       values ('${tenantId}', 4, 'In the way', 1)`,
    )
    return account
  }
  await expect(move('north', { at: async (step) => void (step === 'published' && (await row())) })).rejects.toThrow(
    'north could not copy a row',
  )
  const lost = async (step: Step) => {
    if (step === 'copied')
      await raw(north, `set session_replication_role = replica; delete from users where tenant_id = '${tenantId}'`)
  }
  await expect(move('north', { at: lost, tries: 1 })).rejects.toThrow('not the same number of rows')
  const taken = async (step: Step) => {
    if (step === 'copied') await raw(north, `update tenants set code = 'verdant' where code = 'aurora'`)
  }
  await expect(move('north', { at: taken })).rejects.toThrow('tenants_code_key')
  await raw(north, `update tenants set code = 'aurora' where code = 'verdant'`)
  expect(await everyRow(world, tenantId)).toEqual(before)
  expect(await home()).toEqual(['main'])
  expect(await traces()).toEqual(nothing)
  expect((await acme.raw(identity.me)).status).toBe(200)
})

test('rows that differ after the switch are named, and what stayed behind is kept', async () => {
  await comeTo('main')
  const change = async (step: Step) => {
    if (step === 'copied')
      await raw(
        north,
        `set session_replication_role = replica; update users set first_name = 'Eve' where tenant_id = '${tenantId}' and email = 'anna@acme.example'`,
      )
  }
  await expect(move('north', { at: change })).rejects.toThrow(
    /main and north differ: users \(\d+ and \d+ rows\)\. The tenants live in north/,
  )
  expect(await home()).toEqual(['north'])
  expect((await traces()).found).toEqual([])
  expect(await rowsOfTenant(world, tenantId)).toMatchObject({ users: expect.any(Number) })
  // Nobody gets at them.
  await expect(
    db.primaries[0]?.db.read(as).rows(sql`select from users where tenant_id = ${tenantId}`),
  ).rejects.toMatchObject({ code: 'TR001' })
})

test.skipIf(!isFull)('what stayed behind can be kept, and the same command again deletes it', async () => {
  await comeTo('main')
  const said: string[] = []
  await move('north', { keep: true, say: (line) => said.push(line) })
  expect(said.at(-1)).toBe('What stayed behind in main is kept. The same command again deletes it.')
  expect(await rowsOfTenant(world, tenantId)).toMatchObject({ users: expect.any(Number) })
  await expect(move('north', { keep: true })).rejects.toThrow('verdant lives in north already')
  // Back over the rows that were kept.
  await move('main', { keep: true })
  const again = await portal('tenant', 'move', 'verdant', '--to', 'main')
  expect(again).toMatchObject({
    isDone: true,
    stdout: expect.stringMatching(/\d+ rows that had stayed behind are deleted/),
  })
  expect(await traces()).toEqual(nothing)
})

test.skipIf(!isFull)('tenants that share products move together, and one alone is refused', async () => {
  await comeTo('main')
  await raw(
    world,
    `insert into product_publications (tenant_id, product_id, owner_tenant_id)
     select $1, product_id, tenant_id from products where tenant_id = $2 and sku = 'EDGE-1Y'`,
    [canaryId, tenantId],
  )
  await expect(move('north')).rejects.toThrow(
    'Tenants with products in common move together (--with CODE): verdant has published EDGE-1Y in canary. Nothing was changed.',
  )
  await expect(move('north', {}, ['canary'])).rejects.toThrow('verdant has published EDGE-1Y in canary')
  const said = await portal('tenant', 'move', 'verdant', '--to', 'north', '--with', 'canary', '--json')
  expect(JSON.parse(said.stdout)).toMatchObject({ tenants: ['verdant', 'canary'] })
  expect([await home(), await home(canaryId)]).toEqual([['north'], ['north']])
  expect([await traces(), await traces(canaryId)]).toEqual([nothing, nothing])
  expect((await canary.raw(identity.me)).status).toBe(200)
  expect(await move('main', {}, ['canary', 'verdant'])).toMatchObject({ from: 'north' })
  await raw(world, `delete from product_publications where tenant_id <> owner_tenant_id`)
  await expect(move('north', {}, ['verdant', 'aurora'])).rejects.toThrow(
    'verdant lives in main and aurora in north: tenants move together from one primary.',
  )
})

test('a move that cannot end well is refused before anything is changed', async () => {
  await comeTo('main')
  const before = await everyRow(world, tenantId)
  const refused = (to: string, words: string, more: More = {}, codes?: string[]) =>
    expect(move(to, more, codes)).rejects.toThrow(words)
  await refused('north', 'There is no tenant nobody. See `portal tenant list`.', {}, ['nobody'])
  await refused('south', 'There is no primary south. There are: main, north')
  await refused('main', 'verdant lives in main already. Nothing was changed.')
  const silent = { name: 'north', directUrl: north.adminUrl.replace(/:\d+\//, ':1/') }
  await refused('north', 'The primary north does not answer', { from: [addresses[0] as never, silent] })

  await raw(world, `update tenants set suspended_at = '2020-01-01' where tenant_id = $1`, [tenantId])
  await raw(world, `update tenants set deletion_began_at = now() where tenant_id = $1`, [tenantId])
  await refused('north', 'The deletion of verdant has begun.')
  await raw(
    world,
    `set session_replication_role = replica; update tenants set suspended_at = null, deletion_began_at = null where tenant_id = '${tenantId}'`,
  )

  const [file] = await raw<{ name: string }>(north, `select name from schema_files order by name limit 1`)
  await raw(north, `update schema_files set checksum = checksum || 'x' where name = $1`, [file?.name])
  await refused('north', 'are of different versions')
  await raw(north, `update schema_files set checksum = left(checksum, -1) where name = $1`, [file?.name])

  await raw(north, `update tenants set code = 'verdant' where code = 'aurora'`)
  await refused('north', 'north has a tenant verdant already')
  await raw(north, `update tenants set code = 'aurora' where code = 'verdant'`)
  const [host] = ['portal.verdant.example']
  for (const [at, code] of [
    [world, 'verdant'],
    [north, 'aurora'],
  ] as const)
    await raw(
      at,
      `insert into tenant_hosts (host, tenant_id, proved_at) select $1, tenant_id, now() from tenants where code = $2`,
      [host, code],
    )
  await refused('north', 'north has the host name portal.verdant.example already')
  for (const at of [world, north]) await raw(at, `delete from tenant_hosts where host = $1`, [host])
  const [hash] = await raw<{ hash: Buffer }>(world, `select key_hash as hash from serial_keys where tenant_id = $1`, [
    tenantId,
  ])
  await raw(
    north,
    `insert into serial_keys (tenant_id, license_id, key_hash) select tenant_id, tenant_id, $1 from tenants where code = 'aurora'`,
    [hash?.hash],
  )
  await refused('north', 'north has the same serial key in another tenant')
  await raw(north, `delete from serial_keys`)

  expect(await everyRow(world, tenantId)).toEqual(before)
  expect(await traces()).toEqual(nothing)
})

test('one at a time: another move is refused', async () => {
  let free = (_: unknown) => {}
  const first = move('north', {
    at: async (step) => {
      if (step === 'fenced') await new Promise((done) => (free = done))
    },
  })
  await expect.poll(() => raw(north, `select moved_id from moved_tenants where moved_to = 'north'`)).toHaveLength(1)
  await expect(move('north', { wait: async () => undefined }, ['canary'])).rejects.toThrow('Another move is under way')
  free(null)
  expect(await first).toMatchObject({ to: 'north' })
})

test('a server that hands out no changes is refused with what to do', async () => {
  const small = await settledDatabase()
  const from = [{ name: 'main', directUrl: small.adminUrl }, addresses[1] as never]
  await raw(north, `set session_replication_role = replica; update tenants set code = 'away' where code = 'verdant'`)
  await expect(move('north', { from }, ['canary'])).rejects.toThrow(
    'The server of main does not hand out its changes. Run `alter system set wal_level = logical`, `alter system set max_wal_senders = 10` there and restart it. Nothing was changed.',
  )
  await raw(north, `set session_replication_role = replica; update tenants set code = 'verdant' where code = 'away'`)
  await small.drop()
})

test.skipIf(!isFull)(
  'owners that are no superusers move a tenant once they have what the refusal asks for',
  async () => {
    await comeTo('main')
    const from = [
      { name: 'main', directUrl: world.databaseUrl },
      { name: 'north', directUrl: north.url },
    ]
    const refusal = await move('north', { from }).catch((error: Error) => error.message)
    expect(refusal).toContain('The owners of the databases lack rights. A superuser runs')
    const statements = String(refusal)
      .split('\n')
      .flatMap((line) => /^ {2}at (main|north): (.*;)$/.exec(line)?.slice(1) ?? [])
    expect(statements).toContain('alter role trellis_owner bypassrls;')
    for (let n = 0; n < statements.length; n += 2) await raw(servers[statements[n] as Place], String(statements[n + 1]))
    expect(await move('north', { from })).toMatchObject({ from: 'main', to: 'north' })
    expect(await traces()).toEqual(nothing)
  },
)

test('a backup that is taken meanwhile has the tenant where it lives, whole, and can be restored', async () => {
  const from = (await home())[0] ?? 'main'
  await killAt('copied', otherThan(from))
  const other = servers[otherThan(from)]
  const file = join(world.dataDir, 'meanwhile.backup')
  const at = (url: string) => operatorOf({ adminUrl: url, dataDir: world.dataDir })
  expect(await at(other.adminUrl)('backup', file)).toMatchObject({ isDone: true, stderr: '' })
  const restored = await testDatabase({ migrated: false })
  expect(await at(restored.url)('restore', file)).toMatchObject({ isDone: true, stderr: '' })
  expect(await rowsOfTenant(restored, tenantId)).toEqual({})
  await restored.drop()
})

test.skipIf(!isFull)('the doctor names what a dead move has left', async () => {
  const [place] = await home()
  await killAt('copied', otherThan(place))
  const said = await portal('doctor', '--json')
  const says = (JSON.parse(said.stdout) as { findings: { says: string; state: string }[] }).findings
    .filter(({ state }) => state !== 'good')
    .map(({ says: line }) => line)
    .join('\n')
  expect(says).toMatch(/slot trellis_move_[0-9a-f]{16}/)
  expect(says).toMatch(/subscription trellis_move_[0-9a-f]{16}/)
  await move(otherThan(place))
  expect((await portal('doctor')).stdout).not.toContain('trellis_move_')
})
