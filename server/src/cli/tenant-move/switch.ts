import { tenantsChannel } from '../../modules/tenants/index.ts'
import { codeOf } from '../../platform/database/connection.ts'
import { json, sql } from '../../platform/database/sql.ts'
import { endOfLog, hasCaughtUp, type Link } from './links.ts'
import { openSnapshots, type Snapshots } from './prove.ts'
import { refuseShared } from './refuse.ts'
import { quietly, type Server } from './servers.ts'
import { carriedTables, copiedTables, countRows, ofTenants, sequencesOf } from './tables.ts'

/** In milliseconds, of calls of the tenants that wait for the switch: the lock, and all until the new primary answers them. */
const pauses = { lock: 500, all: 1_000 }
const pollPause = 3
/** Counting is part of the pause only where it is quick. In milliseconds. */
const quickCount = 200

/** What the switch carries of a tenant. */
interface Carried {
  id: string
  code: string
  /** By table. */
  rows: Record<string, unknown[]>
  sequences: Awaited<ReturnType<typeof sequencesOf>>
}

async function pack(source: Server, id: string): Promise<Carried> {
  const rows: Record<string, unknown[]> = {}
  for (const table of carriedTables) {
    const [all] = await source.rows<{ rows: unknown[] }>(sql`
      select coalesce(jsonb_agg(to_jsonb(r)), '[]') as rows from ${sql.ref(table)} r where tenant_id = ${id}`)
    rows[table] = all?.rows ?? []
  }
  const [tenant] = rows.tenants as { code: string }[]
  if (!tenant) throw new Error(`The tenant ${id} is not there any more`)
  return { id, code: tenant.code, rows, sequences: await sequencesOf(source, id) }
}

/** In a transaction of the target, which then has all that the tenants have. A name that is taken is refused by its index. */
async function unpack(target: Server, carried: readonly Carried[]): Promise<void> {
  for (const { rows, sequences } of carried) {
    for (const table of carriedTables)
      await target.run(sql`
        insert into ${sql.ref(table)}
        select * from jsonb_populate_recordset(null::${sql.ref(table)}, ${json(rows[table])})`)
    for (const { name, start, last } of sequences) {
      const sequence = `numbers.${name}`
      await target.say(`drop sequence if exists ${sequence}`)
      await target.say(`create sequence ${sequence} start ${start}`)
      if (last !== null) await target.rows(sql`select setval(${sequence}, ${last}::bigint)`)
      await target.say(`
        do $$ begin execute format('alter sequence ${sequence} owner to %s',
          (select nspowner::regrole from pg_namespace where nspname = 'numbers')); end $$`)
    }
  }
}

/** In a transaction of the source: the tenants live here no more. */
async function leave(source: Server, to: string, carried: readonly Carried[]): Promise<void> {
  for (const { id, code } of carried) {
    await source.run(sql`
      insert into moved_tenants (moved_id, moved_to) values (${id}, ${to})
      on conflict (moved_id) do update set moved_to = excluded.moved_to, moved_at = default, coming_from = null`)
    for (const table of carriedTables) await source.run(sql`delete from ${sql.ref(table)} where tenant_id = ${id}`)
    await tell(source, code)
  }
}

/** The tenants live in the target from here on: all of them are there, and have left the source. */
export const arrive = (target: Server, ids: readonly string[]): Promise<void> =>
  quietly(target, async () => {
    await target.run(sql`delete from moved_tenants where moved_id = any(${ids}::uuid[])`)
    const codes = await target.rows<{ code: string }>(sql`select code::text from tenants where ${ofTenants(ids)}`)
    for (const { code } of codes) await tell(target, code)
  })

async function tell(server: Server, code: string): Promise<void> {
  await server.rows(sql`select pg_notify(${tenantsChannel}, ${code}), pg_notify('trellis_maintenance', '')`)
}

export interface Switched {
  pauseMilliseconds: number
  snapshots: Snapshots
}

interface Means {
  ids: readonly string[]
  /** Called at each step. */
  at(step: 'paused' | 'unpacked' | 'marked' | 'arrived'): Promise<void>
  wait(milliseconds: number): Promise<unknown>
}

/** Tries to switch the tenants over. A text says why it has to be tried again; nothing was changed then. */
export async function trySwitch(link: Link, means: Means): Promise<Switched | string> {
  const { source, target } = link
  const { ids, at, wait } = means
  const tables = await copiedTables(source)
  const count = (server: Server) => countRows(server, tables, ids)
  const begun = performance.now()
  await Promise.all([count(source), count(target)])
  const isCounted = performance.now() - begun < quickCount

  const snapshots = await openSnapshots(link)
  let hasSwitched = false
  const pausedAt = performance.now()
  const isLate = () => performance.now() - pausedAt > pauses.all
  try {
    if (!(await lock(source, ids))) return 'a transaction of it takes long'
    await at('paused')
    const end = await endOfLog(link)
    while (!(await hasCaughtUp(link, end))) {
      if (isLate()) return `${target.name} is behind`
      await wait(pollPause)
    }
    await refuseShared(source, ids)
    if (isCounted) {
      const [here, there] = await Promise.all([count(source), count(target)])
      if (here !== there) return `${source.name} and ${target.name} have not the same number of rows`
    }
    const carried: Carried[] = []
    for (const id of ids) carried.push(await pack(source, id))
    await snapshots.take()
    if (isLate()) return 'it took too long'
    // Three transactions, because none is of two servers. Whoever finds the first alone takes it back, whoever finds the second completes it.
    await quietly(target, () => unpack(target, carried))
    await at('unpacked')
    await quietly(source, () => leave(source, target.name, carried))
    await at('marked')
    await arrive(target, ids)
    hasSwitched = true
    const pauseMilliseconds = Math.round(performance.now() - pausedAt)
    await unlock(source, ids)
    await at('arrived')
    return { pauseMilliseconds, snapshots }
  } finally {
    if (!hasSwitched) {
      await unlock(source, ids).catch(() => undefined)
      await snapshots.close()
    }
  }
}

/** Waits for what the tenants' open transactions are doing; what comes later waits behind. False: it takes too long. */
async function lock(source: Server, ids: readonly string[]): Promise<boolean> {
  try {
    await source.say(`set lock_timeout = ${Math.ceil(pauses.lock / ids.length)}`)
    for (const id of [...ids].sort()) await source.rows(sql`select pg_advisory_lock(tenant_gate(${id}))`)
    return true
  } catch (error) {
    if (codeOf(error) !== '55P03') throw error
    return false
  } finally {
    await source.say('set lock_timeout = 0').catch(() => undefined)
  }
}

async function unlock(source: Server, ids: readonly string[]): Promise<void> {
  for (const id of ids) await source.rows(sql`select pg_advisory_unlock(tenant_gate(${id}))`)
}
