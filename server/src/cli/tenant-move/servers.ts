import type pg from 'pg'
import { Connection } from '../../platform/database/connection.ts'
import type { Primary } from '../../platform/database/directory.ts'
import { compile, type Sql, sql } from '../../platform/database/sql.ts'
import { CommandError } from '../command.ts'

/** The owner's session in a primary. */
export interface Server {
  name: string
  directUrl: string
  rows<T>(query: Sql): Promise<T[]>
  run(query: Sql): Promise<number>
  /** A statement that takes no parameters. */
  say(text: string): Promise<void>
  close(): Promise<void>
}

export type Address = Pick<Primary, 'name' | 'directUrl'>

/** Rows are compared by their text, so both sides write them alike. */
const settings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  jit: 'off',
  row_security: 'off',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  synchronous_commit: 'on',
}
/** In milliseconds. */
const patience = 5_000

export async function openServer({ name, directUrl }: Address): Promise<Server> {
  const client = new Connection({
    connectionString: directUrl,
    application_name: 'trellis move',
    connectionTimeoutMillis: patience,
    options: Object.entries(settings)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
  })
  const query = (asked: pg.QueryConfig | string) => client.query(asked)
  await client.connect()
  // A killed move is noticed and its locks go, also while a statement of it waits. Some systems cannot.
  await query('set client_connection_check_interval = 1000').catch(() => undefined)
  return {
    name,
    directUrl,
    rows: async <T>(asked: Sql) => (await query(compile(asked))).rows as T[],
    run: async (asked) => (await query(compile(asked))).rowCount ?? 0,
    say: async (text) => void (await query(text)),
    close: () => client.end(),
  }
}

/** The primaries that answer, by name, and why the others do not. */
export interface Servers {
  all: Map<string, Server>
  silent: Map<string, string>
  close(): Promise<void>
}

export async function openServers(primaries: readonly Address[]): Promise<Servers> {
  const all = new Map<string, Server>()
  const silent = new Map<string, string>()
  const opened = primaries.map((primary) => openServer(primary).catch((error: Error) => error))
  // In the order of the configuration.
  for (const [index, server] of (await Promise.all(opened)).entries()) {
    const name = primaries[index]?.name ?? ''
    if (server instanceof Error) silent.set(name, server.message)
    else all.set(name, server)
  }
  return {
    all,
    silent,
    close: async () => void (await Promise.allSettled([...all.values()].map((server) => server.close()))),
  }
}

/** One transaction, in which no trigger and no foreign key acts: rows arrive and go with the effects of their triggers. */
export async function quietly<T>(server: Server, work: () => Promise<T>): Promise<T> {
  await server.say('begin')
  try {
    await server.say('set local session_replication_role = replica')
    const result = await work()
    await server.say('commit')
    return result
  } catch (error) {
    await server.say('rollback').catch(() => undefined)
    throw error
  }
}

/** Taken by a move in every primary that answers: two at a time would clean up each other's work. */
export const turnKey = sql`hashtextextended('tenant move', 179)`

const pause = 500
const tries = 20

/** A move that was killed just now holds its turn until its server has noticed. */
export async function takeTurn({ all }: Servers, wait: (milliseconds: number) => Promise<unknown>): Promise<void> {
  for (const server of all.values())
    for (let left = tries; ; left -= 1) {
      const [row] = await server.rows<{ isOurs: boolean }>(sql`select pg_try_advisory_lock(${turnKey}) as "isOurs"`)
      if (row?.isOurs === true) break
      if (left === 1) throw new CommandError(`Another move is under way in ${server.name}. Nothing was changed.`)
      await wait(pause)
    }
}
