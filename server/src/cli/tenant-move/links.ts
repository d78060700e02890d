import { changedUrl } from '../../platform/database/hosts.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { CommandError } from '../command.ts'
import { type Server, turnKey } from './servers.ts'
import { copiedTables } from './tables.ts'

/** Names of publications, slots and subscriptions of moves begin so: what is left of one that died is found by it. */
const prefix = 'trellis_move_'
const like = sql`${`${prefix.replaceAll('_', '\\_')}%`}`

/** PostgreSQL's logical replication of some tenants' rows from one primary to another. */
export interface Link {
  source: Server
  target: Server
  /** Of its publication, slot and subscription. */
  name: string
}

export const linkName = (id: string): string => prefix + id.replaceAll('-', '').slice(-16)

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The names that the source gives out: from here on it keeps its log for the target. */
export async function publish({ source, name }: Link, ids: readonly string[]): Promise<void> {
  if (!ids.every((id) => uuid.test(id))) throw new Error(`No ids of tenants: ${ids.join(', ')}`)
  // Literals, because a row filter takes no parameters.
  const filter = `tenant_id in (${ids.map(literal).join(', ')})`
  const tables = (await copiedTables(source)).map((table) => `public.${table} where (${filter})`)
  // Not what empties a table: the target has others in it.
  const published = `publish = 'insert, update, delete'`
  await source.say(`create publication ${name} for table ${tables.join(', ')} with (${published})`)
  await source.rows(sql`select pg_create_logical_replication_slot(${name}, 'pgoutput')`)
}

/** The slot is there before, because within one server a subscription would wait for its own transaction to make it. */
export async function subscribe({ source, target, name }: Link): Promise<void> {
  const url = changedUrl(source.directUrl, ({ searchParams }) => searchParams.set('options', '-crow_security=off'))
  const [version] = await target.rows<{ number: number }>(
    sql`select current_setting('server_version_num')::int / 10000 as number`,
  )
  const options = [
    ...['create_slot = false', `slot_name = ${name}`, 'copy_data = true', 'streaming = on', 'disable_on_error = true'],
    // Else the worker acts as the owner of each table, to whom row-level security applies. Before 16 it never does.
    ...((version?.number ?? 0) >= 16 ? ['run_as_owner = true'] : []),
  ]
  try {
    await target.say(
      `create subscription ${name} connection ${literal(url)} publication ${name} with (${options.join(', ')})`,
    )
  } catch (error) {
    throw new CommandError(
      `${target.name} does not reach ${source.name} as this machine does: ${(error as Error).message}.`,
    )
  }
}

const pollPause = 200
/** In milliseconds: how long no process of the target may work at it. */
const idleness = 60_000
/** In bytes of the log: what is left to apply in the pause. */
const littleLeft = 16_000_000

type Wait = (milliseconds: number) => Promise<unknown>

/** Waits until every table is copied and what has changed since is applied but for a little. */
export async function waitUntilCopied(link: Link, wait: Wait, say: (line: string) => void): Promise<void> {
  const { source, target, name } = link
  let [told, idle] = [performance.now(), performance.now()]
  for (;;) {
    const [state] = await target.rows<{ isOn: boolean; left: number; tables: number; workers: number }>(sql`
      select s.subenabled as "isOn", count(*) filter (where r.srsubstate <> 'r')::int as left, count(*)::int as tables,
             (select count(*)::int from pg_stat_subscription w where w.subid = s.oid and w.pid is not null) as workers
      from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid where s.subname = ${name} group by s.oid, s.subenabled`)
    const now = performance.now()
    if (state?.isOn !== true)
      throw new CommandError(`${target.name} could not copy a row. The log of its server says which and why.`)
    if (state.workers > 0) idle = now
    if (now - idle > idleness)
      throw new CommandError(
        `No process of ${target.name} copies. Raise max_logical_replication_workers and max_worker_processes there, and max_wal_senders and max_replication_slots at ${source.name}.`,
      )
    if (state.left === 0 && (await bytesBehind(link)) < littleLeft) break
    if (now - told > 10_000) {
      told = now
      say(`${state.tables - state.left} of ${state.tables} tables are there.`)
    }
    await wait(pollPause)
  }
  // From here on what is applied is confirmed at once, and not when the next piece of the log is written.
  await target.say(`alter subscription ${name} set (synchronous_commit = 'on')`)
}

async function bytesBehind({ source, name }: Link): Promise<number> {
  const [slot] = await source.rows<{ bytes: number }>(sql`
    select (pg_current_wal_insert_lsn() - confirmed_flush_lsn)::float8 as bytes
    from pg_replication_slots where slot_name = ${name}`)
  return slot?.bytes ?? Number.POSITIVE_INFINITY
}

/** The end of the log after all that was committed before, which is written out with it. */
export async function endOfLog({ source }: Link): Promise<string> {
  await source.rows(sql`select pg_logical_emit_message(true, 'trellis move', '')`)
  const [log] = await source.rows<{ end: string }>(sql`select pg_current_wal_flush_lsn()::text as end`)
  return log?.end ?? ''
}

/** Whether the target has all of the log up to there. */
export async function hasCaughtUp({ source, name }: Link, end: string): Promise<boolean> {
  const [slot] = await source.rows<{ has: boolean }>(sql`
    select confirmed_flush_lsn >= ${end}::pg_lsn as has from pg_replication_slots where slot_name = ${name}`)
  return slot?.has === true
}

const here = sql`(select oid from pg_database where datname = current_database())`

const linksAt = {
  subscriptions: sql`select subname::text as name from pg_subscription where subdbid = ${here} and subname like ${like}`,
  publications: sql`select pubname::text as name from pg_publication where pubname like ${like}`,
  slots: sql`
    select slot_name::text as name from pg_replication_slots where database = current_database() and slot_name like ${like}`,
} satisfies Record<string, Sql>

/** What moves that died have left in a database, in words; nothing while one is under way. */
export async function leftOvers(server: Pick<Server, 'rows'>): Promise<string[]> {
  const [turn] = await server.rows<{ isFree: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${turnKey}) as "isFree"`,
  )
  if (turn?.isFree !== true) return []
  const found = (
    await server.rows<{ id: string }>(sql`select moved_id as id from moved_tenants where coming_from is not null`)
  ).map(({ id }) => `a copy of the tenant ${id}`)
  for (const [kind, query] of Object.entries(linksAt))
    for (const { name } of await server.rows<{ name: string }>(query)) found.push(`${kind.slice(0, -1)} ${name}`)
  return found
}

/**
 * Removes the subscriptions of moves from a database: nothing arrives any more, also not what is deleted at the source. Their slots are removed
 * there.
 */
export async function unsubscribe(server: Server): Promise<number> {
  const links = await server.rows<{ name: string }>(linksAt.subscriptions)
  for (const { name } of links) {
    await server.say(`alter subscription ${name} disable`)
    await server.say(`alter subscription ${name} set (slot_name = none)`)
    await server.say(`drop subscription ${name}`)
  }
  return links.length
}

const slotTries = 50

/** Removes publications and slots of moves, so that the log is kept for nobody. */
export async function unpublish(server: Server, wait: Wait): Promise<number> {
  const publications = await server.rows<{ name: string }>(linksAt.publications)
  for (const { name } of publications) await server.say(`drop publication ${name}`)
  const slots = await server.rows<{ name: string }>(linksAt.slots)
  for (const { name } of slots)
    for (let left = slotTries; ; left -= 1) {
      await server.rows(sql`
        select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = ${name} and active_pid is not null`)
      try {
        await server.rows(sql`select pg_drop_replication_slot(${name})`)
        break
      } catch (error) {
        // Its process is still ending.
        if (left === 1 || (error as { code?: unknown }).code !== '55006') throw error
        await wait(pollPause)
      }
    }
  return publications.length + slots.length
}
