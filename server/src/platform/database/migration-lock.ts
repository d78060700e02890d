import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import { Connection } from './connection.ts'

/** An arbitrary number that nothing else in the database uses as a lock. */
const lockKey = 7_305_119_403
const pollMilliseconds = 100
const firstNoticeMilliseconds = 1_000
const noticeMilliseconds = 10_000

export interface LockOptions {
  log?: ((line: string) => void) | undefined
  /** How long to wait for another process that migrates, in milliseconds. */
  patience?: number | undefined
}

/**
 * Runs `work` while no other process migrates the same database. Waits for the other process, reports which one it is,
 * and gives up with an OperatorError.
 * The lock belongs to a transaction on a separate connection. It ends with this process in every case: a connection
 * pooler rolls back an abandoned transaction but would keep a session lock for ever. `work` gets a function that throws
 * when the lock was lost in the meantime.
 */
export async function withMigrationLock<T>(
  url: string,
  { log, patience = 60_000 }: LockOptions,
  work: (assertHeld: () => void) => Promise<T>,
): Promise<T> {
  const client = new Connection({ connectionString: url, application_name: 'trellis migrate' })
  await client.connect()
  try {
    await waitForLock(client, log, patience)
    return await work(() => {
      if (client.hasEnded) throw new OperatorError('The connection that held the migration lock ended. Start again.')
    })
  } finally {
    await client.end()
  }
}

/**
 * Polls in short transactions. A single waiting transaction would block CREATE INDEX CONCURRENTLY in the other process,
 * which waits for all open transactions.
 */
async function waitForLock(client: pg.Client, log: LockOptions['log'], patience: number): Promise<void> {
  const start = performance.now()
  let nextNotice = firstNoticeMilliseconds
  while (!(await tryLock(client))) {
    const waited = performance.now() - start
    if (waited >= patience) throw new OperatorError(await refusal(client, patience))
    if (waited >= nextNotice) {
      log?.(`Waiting for the migration lock of the database, held by ${(await findHolder(client)).words}`)
      nextNotice += noticeMilliseconds
    }
    await sleep(pollMilliseconds)
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  // The transaction stays open and idle while the migrations run. TCP keep-alive detects a dead host within a minute.
  await client.query(`
    begin;
    set local tcp_keepalives_idle = 30; set local tcp_keepalives_interval = 10; set local tcp_keepalives_count = 3;
    select set_config(name, '0', true) from pg_settings
    where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`)
  // Without parameters: with the extended protocol, the portal would keep its snapshot, which CREATE INDEX CONCURRENTLY
  // waits for.
  const { rows } = await client.query(`select pg_try_advisory_xact_lock(${lockKey}) as mine`)
  if (!rows[0].mine) await client.query('rollback')
  return rows[0].mine
}

async function refusal(client: pg.Client, patience: number): Promise<string> {
  const { words, pid } = await findHolder(client)
  const way =
    pid === null
      ? 'start again'
      : `start again when it has finished, or end it with: select pg_terminate_backend(${pid})`
  return `The migration lock of the database has been held for more than ${Math.round(patience / 1000)} s by ${words}; ${way}`
}

async function findHolder(client: pg.Client): Promise<{ words: string; pid: number | null }> {
  // pg_locks shows a bigint key as two halves.
  const { rows } = await client.query<{ pid: number; name: string; user: string; address: string; since: string }>(
    `select l.pid, coalesce(a.application_name, '') as name, coalesce(a.usename, '') as user,
            coalesce(host(a.client_addr), '') as address,
            coalesce(to_char(coalesce(a.xact_start, a.backend_start) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '') as since
     from pg_locks l left join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())
       and l.classid::bigint = $1::bigint >> 32 and l.objid::bigint = $1::bigint & 4294967295`,
    [lockKey],
  )
  const holder = rows[0]
  if (!holder) return { words: 'a process that has just ended', pid: null }
  const { pid, name, user, address, since } = holder
  const more = [
    `PostgreSQL process ${pid}`,
    ...(user === '' ? [] : [`user ${user}`]),
    ...(address === '' ? [] : [`from ${address}`]),
    ...(since === '' ? [] : [`since ${since} UTC`]),
  ]
  return { words: `${name === '' ? 'a program without a name' : `"${name}"`} (${more.join(', ')})`, pid }
}
