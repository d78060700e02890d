import type { Socket } from 'node:net'
import pg from 'pg'
import { isTracing, tracedStatement } from '../tracing/tracing.ts'
import { addressAt, aim, clusterOf, forgetAim, hostsOf } from './hosts.ts'
import { decide, type Prepared, usesUntilDecided } from './statements.ts'

/** Prepared statements that a connection keeps at most, each with its plan: 50 to 300 kB in PostgreSQL's process. */
const mostStatements = 200

/** What the driver knows of the statements of a connection, which is missing from its type declarations. */
interface Inside {
  connection: { stream: Socket; parsedStatements: Record<string, string | undefined> }
}

/** Open connections to clusters of several servers, each with its server. */
const attached = new Map<string, Map<Connection, string>>()

interface Asked {
  text: string
  prepared?: Prepared | undefined
  /** The statements of a batch. */
  asked?: readonly { statement: { prepared?: Prepared } }[]
}

/** A query of our own answers its callback, and is traced by who waits for that. */
const isSubmitted = (given: Asked | string): boolean =>
  typeof given !== 'string' && typeof (given as { submit?: unknown }).submit === 'function'

/**
 * A connection to PostgreSQL that may end at any time. The driver then emits an `error` event, and Node ends the
 * process when there is no listener; a pool listens only while the connection is idle. This class always listens;
 * callers learn of the end from the query that fails. Queries are sent without waiting for the answers of those before
 * them.
 *
 * It also keeps account of its prepared statements (`tidy`), because it may live for as long as the process.
 */
export class Connection extends pg.Client {
  #ended = false
  /** How often each was asked here, in the order of the last use. */
  readonly #uses = new Map<Prepared, number>()
  readonly #undecided = new Set<Prepared>()
  /** The address, when it has several servers. */
  readonly #several: string | undefined
  #isStandIn = false

  constructor(config?: string | pg.ClientConfig) {
    const given = typeof config === 'string' ? { connectionString: config } : (config ?? {})
    const { connectionString = '' } = given
    const [first = '', ...others] = hostsOf(connectionString)
    super({
      ...given,
      ...(others.length > 0 && { connectionString: addressAt(connectionString, first) }),
      pipeline: true,
    })
    this.#several = others.length > 0 ? connectionString : undefined
    this.on('error', () => {
      this.#ended = true
    })
    this.on('end', () => {
      this.#ended = true
    })
    const noting = (given: Asked | string, ...rest: []) => {
      if (typeof given !== 'string')
        for (const { prepared } of given.asked?.map(({ statement }) => statement) ?? [given])
          if (prepared) this.#note(prepared)
      const ask = () => super.query(given as string, ...rest)
      if (!isTracing() || isSubmitted(given)) return ask()
      return tracedStatement(typeof given === 'string' ? given : given.text, ask)
    }
    this.query = noting as typeof this.query
  }

  /** Of several servers, the one that takes writes (`hosts.ts`). */
  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const url = this.#several
    if (url === undefined) {
      if (callback === undefined) return super.connect()
      super.connect(callback)
      return undefined
    }
    const connected = (async () => {
      const { host, isPrimary } = await aim(url, isStandby)
      if (isPrimary) leaveOthers(url, host)
      const { hostname, port } = new URL(addressAt(url, host))
      Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) })
      this.#isStandIn = !isPrimary
      this.#attach(clusterOf(url), host)
      await super.connect().catch((error: unknown) => {
        forgetAim(url)
        throw error
      })
      return this
    })()
    if (callback === undefined) return connected
    connected.then(() => (callback as (error?: Error) => void)(), callback)
    return undefined
  }

  #attach(cluster: string, host: string): void {
    const all = attached.get(cluster) ?? new Map<Connection, string>()
    attached.set(cluster, all.set(this, host))
    const detach = () => void all.delete(this)
    this.once('end', detach).once('error', detach)
  }

  /** Connected to a server that takes no writes, because none did: for one read, and no longer. */
  get isStandIn(): boolean {
    return this.#isStandIn
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  /** Its prepared statements, the last used one last. */
  get statements(): Prepared[] {
    return [...this.#uses.keys()]
  }

  /** Ends the connection without asking the other side, which may no longer be there. */
  cut(): void {
    this.#inside.stream.destroy()
  }

  /**
   * Before it is lent again: learns how PostgreSQL plans statements that have just been asked often enough, and forgets those that
   * were used least recently when there are too many. Nobody waits for either.
   */
  tidy(): void {
    if (this.#undecided.size > 0) this.#learn()
    if (this.#uses.size > mostStatements) this.#forget()
  }

  get #inside(): Inside['connection'] {
    return (this as unknown as Inside).connection
  }

  #note(statement: Prepared): void {
    const uses = (this.#uses.get(statement) ?? 0) + 1
    this.#uses.delete(statement)
    this.#uses.set(statement, uses)
    if (uses === usesUntilDecided && statement.isGeneral === undefined) this.#undecided.add(statement)
  }

  #learn(): void {
    const asked = new Map([...this.#undecided].map((statement) => [statement.name, statement]))
    this.#undecided.clear()
    this.#silently({
      text: `select name, generic_plans > 0 as "isGeneral" from pg_prepared_statements where name = any($1)`,
      values: [[...asked.keys()]],
    }).then((rows) => {
      for (const { name, isGeneral } of rows as { name: string; isGeneral: boolean }[]) {
        const statement = asked.get(name)
        if (statement !== undefined) decide(statement, isGeneral)
      }
    })
  }

  #forget(): void {
    const { parsedStatements } = this.#inside
    for (const statement of this.statements.slice(0, this.#uses.size - Math.floor(0.8 * mostStatements))) {
      this.#uses.delete(statement)
      // One that could not be parsed is not there.
      if (parsedStatements[statement.name] === undefined) continue
      delete parsedStatements[statement.name]
      void this.#silently({ text: `deallocate ${pg.escapeIdentifier(statement.name)}` })
    }
  }

  /** A connection that ends meanwhile is noticed by whoever asks it next. */
  #silently(query: pg.QueryConfig): Promise<unknown[]> {
    return super.query(query).then(
      ({ rows }) => rows,
      () => [],
    )
  }
}

/**
 * Another server takes the writes now. What is connected to a former one is ended: it may hang for a quarter of an hour when the machine has
 * lost its power or its network, because nothing arrives from it, not even the end (threats X3).
 */
function leaveOthers(url: string, primary: string): void {
  for (const [connection, host] of attached.get(clusterOf(url)) ?? []) if (host !== primary) connection.cut()
}

/** Time in milliseconds for a server to say whether it is the primary. */
const patience = 3_000

async function isStandby(connectionString: string): Promise<boolean> {
  const client = new Connection({
    connectionString,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    application_name: 'trellis aim',
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')
    return rows[0]?.is !== false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The driver's pool puts the whole connection on the error of an idle one, and with it all its statements would be logged. */
export function withoutConnection(error: Error): Error {
  delete (error as { client?: unknown }).client
  return error
}

/** The SQLSTATE (five characters) or the name of a system error; empty for others. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '')
