import type { Config } from '../config.ts'
import { OperatorError } from '../operator-error.ts'
import { Connection } from './connection.ts'

const statementTimeout = 12_345
const patience = 10_000

export interface PoolerCheck {
  /** The variable of the URL, named in the error. */
  variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'
  /** Whether its connections are opened with session settings, as those of requests are. */
  settings: boolean
}

/** Checks the URLs of the configuration; an absent one is the embedded database's. */
export async function refusePoolers({
  databaseUrl,
  databaseDirectUrl = databaseUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): Promise<void> {
  if (databaseUrl !== undefined) await refusePooler(databaseUrl, { variable: 'DATABASE_URL', settings: true })
  if (databaseDirectUrl !== undefined && databaseDirectUrl !== databaseUrl)
    await refusePooler(databaseDirectUrl, { variable: 'DATABASE_DIRECT_URL', settings: false })
}

/**
 * Refuses a URL behind which a pooler shares connections between transactions, or drops requested settings. Requests
 * rely on timeouts and prepared statements of the session; notifications and jobs rely on the session itself. All of it
 * would seem to work at start and fail later. The check tests the behaviour of the address, whatever the pooler is.
 */
export async function refusePooler(url: string, { variable, settings }: PoolerCheck): Promise<void> {
  const means = {
    connectionString: url,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    ...(settings && { statement_timeout: statementTimeout, options: '-c jit=off' }),
  }
  const [one, other] = [new Connection(means), new Connection(means)]
  const refuse = (reason: string): never => {
    throw new OperatorError(
      `${variable} leads through a connection pooler at ${one.host}:${one.port} that ${reason}: name PostgreSQL itself there, or a pooler in session mode that passes settings on (docs/operations.md, Database).`,
    )
  }
  try {
    await one.connect().catch((error: Error) => {
      if (!/startup parameter/i.test(error.message)) throw error
      refuse(`refuses settings of the session (${error.message})`)
    })
    if (settings && (await ask(one, `current_setting('statement_timeout')`)) !== `${statementTimeout}ms`)
      refuse('ignores settings of the session')
    await other.connect()
    if (await shareConnections(one, other)) refuse('lends a connection for one transaction at a time')
  } finally {
    await Promise.all([one.end(), other.end()].map((ended) => ended.catch(() => undefined)))
  }
}

/**
 * Whether two clients are served by the same PostgreSQL process, or one client by several, both while the other has a
 * transaction open and after it. A transaction pooler does one or the other.
 */
async function shareConnections(one: Connection, other: Connection): Promise<boolean> {
  const first = await ask(one, 'pg_backend_pid()')
  await other.query('begin')
  const borrowed = await ask(other, 'pg_backend_pid()')
  // Not asked again in that case: a pooler with one connection would wait for the other client's transaction.
  const meanwhile = borrowed === first ? first : await ask(one, 'pg_backend_pid()')
  await other.query('rollback')
  const afterwards = await ask(one, 'pg_backend_pid()')
  return borrowed === first || meanwhile !== first || afterwards !== first
}

async function ask(client: Connection, expression: string): Promise<unknown> {
  const { rows } = await client.query({ text: `select ${expression}`, rowMode: 'array' })
  return rows[0]?.[0]
}
