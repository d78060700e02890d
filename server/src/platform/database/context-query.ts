import pg from 'pg'
import { currentSpan } from '../tracing/tracing.ts'
import type { Statement } from './sql.ts'
import type { Prepared } from './statements.ts'
import type { Context } from './tx.ts'

/**
 * A prepared statement on every connection, so that setting tenant, user and account needs no parsing. It refuses a tenant that lives in
 * another primary (decision 179), and adds to the clock what a sandbox is
 * ahead (decision 158), so that no process has to know.
 */
export const contextStatement = {
  name: 'trellis_context',
  text: `
    select set_config('app.tenant', $1, true), set_config('app.user', $2, true), set_config('app.reach', $3, true),
           set_config('app.clock', coalesce((coalesce(nullif($4, '')::timestamptz, now()) + m.ahead)::text, $4), true),
           set_config('app.ahead', coalesce(m.ahead::text, ''), true), set_config('app.request', $5, true),
           set_config('app.account', $6, true), enter_tenant(t.tenant_id)
    from (values (nullif($1, '')::uuid)) t (tenant_id) left join moved_clocks m on m.tenant_id = t.tenant_id`,
}
/** Where traces are sent: which span jobs come from that the transaction leaves behind (`enqueue`). Prepared on every connection then. */
export const traceStatement = { name: 'trellis_trace', text: `select set_config('app.trace', $1, true)` }
/** Prepared statements on every connection as well. */
export const beginStatement = { name: 'trellis_begin', text: 'begin' }
export const commitStatement = { name: 'trellis_commit', text: 'commit' }
export const planStatement = { name: 'trellis_plans', text: `select set_config('plan_cache_mode', $1, true)` }

/** One plan for all values, without five for the values at hand before (see `Prepared`). */
const general = { statement: planStatement.name, values: ['force_generic_plan'] }
/** PostgreSQL chooses itself again: in the functions that a statement calls. */
const choosing = { statement: planStatement.name, values: ['auto'], portal: 'plans' }

export const contextValues = (context: Context): string[] => [
  context.tenantId,
  context.userId ?? '',
  context.reach ?? '',
  context.clock ?? '',
  context.requestId ?? '',
  context.accountId ?? '',
]

/** Sees nothing of any tenant. */
export const nobody: Context = { tenantId: '', userId: null, reach: null, clock: null, requestId: null }

/** Parts of the driver's connection and query that are missing from its type declarations. */
interface Wire {
  stream: { destroy(): void }
  submittedNamedStatements: Record<string, string>
  _send(message: Buffer): unknown
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: (string | null)[]; portal?: string }): void
  execute(message: { portal?: string }): void
  describe(message: object): void
  sync(): void
}
interface QueryInside {
  name: string
  text: string
  callback: (error: Error | null, result?: unknown) => void
  submit(connection: Wire): Error | null
  prepare(connection: Wire): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: unknown): void
  handleReadyForQuery(connection: unknown): void
  handleError(error: Error, connection: Wire): void
}
const Base = pg.Query as unknown as new (
  statement: Statement & { queryMode: 'extended' },
  values: undefined,
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => QueryInside

type Changed = Partial<Pick<Wire, 'describe' | 'sync'>> & { close?(): void }

/**
 * Writes what the driver would write, message by message, to the socket at once: ten messages took the stream as many writes and the
 * system a list of ten pieces.
 */
function sendTogether(connection: Wire, write: (to: Wire) => void, changed: Changed = {}): void {
  const messages: Buffer[] = []
  const to = Object.create(connection) as Wire
  to._send = (message) => messages.push(message)
  write(Object.assign(to, changed))
  connection._send(Buffer.concat(messages))
}

/** A prepared statement that is sent beside another. */
interface Beside {
  statement: string
  values: string[]
  portal?: string
}
const ask = (to: Wire, beside: Beside): void => {
  to.bind(beside)
  to.execute(beside.portal === undefined ? {} : { portal: beside.portal })
}

/** Runs one statement as one tenant: what is sent before it and how. */
function submitAs(
  query: QueryInside,
  connection: Wire,
  context: Context,
  isGeneral: boolean,
  isDescribed: boolean,
): void {
  sendTogether(
    connection,
    (to) => {
      ask(to, { statement: contextStatement.name, values: contextValues(context) })
      if (isGeneral) ask(to, general)
      Base.prototype.prepare.call(query, to)
    },
    {
      // The statement is planned when its values are bound; what follows is described, then executed.
      ...((isGeneral || !isDescribed) && {
        describe(this: Wire, message: object) {
          if (isGeneral) ask(this, choosing)
          if (isDescribed) connection.describe.call(this, message)
        },
      }),
    },
  )
}

/** Statements that are sent with the main one, before its answer; they return nothing that anybody reads. */
const besides = (isGeneral: boolean): number => (isGeneral ? 3 : 1)

/**
 * Runs one statement as one tenant in one round trip. The settings and the statement are sent before one Sync, which
 * makes them a single implicit transaction, so the settings end with it. Four round trips (BEGIN, set_config, query,
 * COMMIT) reach 0.50 of the throughput of the bare query; this reaches 0.82 to 0.91.
 */
export class ContextQuery extends Base {
  /** Read by the benchmarks, to tell the queries of requests from those of jobs. */
  readonly context: Context
  readonly prepared: Prepared | undefined
  readonly #isGeneral: boolean
  #toCome: number

  constructor(statement: Statement, context: Context, callback: (error: Error | null, result: pg.QueryResult) => void) {
    super({ ...statement, queryMode: 'extended' }, undefined, callback)
    this.context = context
    this.prepared = statement.prepared
    this.#isGeneral = statement.prepared?.isGeneral === true
    this.#toCome = besides(this.#isGeneral)
  }

  override submit(connection: Wire): Error | null {
    submitAs(this, connection, this.context, this.#isGeneral, true)
    return null
  }

  override handleDataRow(message: unknown): void {
    if (this.#toCome === 0) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: unknown): void {
    if (this.#toCome === 0) super.handleCommandComplete(message, connection)
    else this.#toCome -= 1
  }
}

/**
 * The same for a statement that answers one text. That is known before, so the columns are not described, and nothing is made for rows of
 * any kind.
 */
export class TextQuery {
  readonly context: Context
  readonly prepared: Prepared | undefined
  readonly name: string | undefined
  readonly text: string
  readonly values: unknown[]
  readonly portal = ''
  readonly callback: (error: Error | null, answer?: string | null) => void
  readonly #isGeneral: boolean
  #toCome: number
  #answer: string | null = null

  constructor(
    { name, text, values, prepared }: Statement,
    context: Context,
    callback: (error: Error | null, answer?: string | null) => void,
  ) {
    this.name = name
    this.text = text
    this.values = values
    this.context = context
    this.prepared = prepared
    this.callback = callback
    this.#isGeneral = prepared?.isGeneral === true
    this.#toCome = besides(this.#isGeneral)
  }

  submit(connection: Wire): Error | null {
    submitAs(this as unknown as QueryInside, connection, this.context, this.#isGeneral, false)
    return null
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#toCome === 0) this.#answer ??= fields[0] ?? null
  }

  handleCommandComplete(): void {
    if (this.#toCome > 0) this.#toCome -= 1
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#answer)
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}
// The driver's client takes queries of its own class only, and its constructor is what is left out here.
Object.setPrototypeOf(TextQuery.prototype, Base.prototype)

/** A statement of a transaction, and who hears of its answer. */
export interface Asked {
  statement: Statement
  answer: (error: Error | null, result: pg.QueryResult) => void
}

/**
 * Statements of a transaction that are sent together, before one Sync: PostgreSQL writes all answers to the socket at once, so that both
 * sides wake up once and not for each statement. With a context the transaction begins with them. When a statement fails, those after it
 * are not run and fail with its error.
 */
export class BatchQuery extends Base {
  readonly context: Context | null
  readonly asked: readonly Asked[]
  readonly #parts: QueryInside[]
  readonly #ahead: Beside[]
  #toCome: number
  #at = 0

  constructor(asked: Asked[], context: Context | null) {
    super({ text: '', values: [], queryMode: 'extended' }, undefined, () => undefined)
    this.asked = asked
    this.context = context
    this.#parts = asked.map(
      ({ statement, answer }) => new Base({ ...statement, queryMode: 'extended' }, undefined, answer),
    )
    const span = context && currentSpan()
    this.#ahead = context
      ? [
          { statement: beginStatement.name, values: [] },
          ...(span ? [{ statement: traceStatement.name, values: [span.traceparent] }] : []),
          { statement: contextStatement.name, values: contextValues(context) },
        ]
      : []
    this.#toCome = this.#ahead.length
    this.#turnTo(0)
  }

  /** The driver notes under this name that a statement was parsed. */
  #turnTo(place: number): void {
    this.#at = place
    const { name = '', text = '' } = this.#parts[place] ?? {}
    Object.assign(this, { name, text })
  }

  override submit(connection: Wire): Error | null {
    sendTogether(
      connection,
      (to) => {
        for (const each of this.#ahead) ask(to, each)
        for (const part of this.#parts) part.prepare(to)
        connection.sync.call(to)
      },
      // A value that has no form on the wire is a defect; half of the batch is known as prepared then.
      { sync: () => undefined, close: () => connection.stream.destroy() },
    )
    return null
  }

  override handleRowDescription(message: unknown): void {
    this.#parts[this.#at]?.handleRowDescription(message)
  }

  override handleDataRow(message: unknown): void {
    if (this.#toCome === 0) this.#parts[this.#at]?.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: unknown): void {
    if (this.#toCome > 0) {
      this.#toCome -= 1
      return
    }
    this.#parts[this.#at]?.handleCommandComplete(message, connection)
    this.#turnTo(this.#at + 1)
  }

  override handleReadyForQuery(connection: unknown): void {
    for (const part of this.#parts) part.handleReadyForQuery(connection)
    this.callback(null)
  }

  override handleError(error: Error, connection: Wire): void {
    const failed = this.#at
    for (const part of this.#parts.slice(0, failed)) part.handleReadyForQuery(connection)
    for (const part of this.#parts.slice(failed)) {
      // Sent to be parsed perhaps, but skipped.
      delete connection.submittedNamedStatements[part.name]
      part.handleError(error, connection)
    }
    this.callback(error)
  }
}

/** Prepares and plans a statement without running it: on a connection that does not serve anybody yet. */
export class PlanningQuery extends Base {
  readonly prepared: Prepared
  readonly #parameters: number

  constructor(statement: Prepared, callback: (error: Error | null) => void) {
    super({ name: statement.name, text: statement.text, values: [], queryMode: 'extended' }, undefined, callback)
    this.prepared = statement
    this.#parameters = Math.max(0, ...[...statement.text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)))
  }

  override prepare(connection: Wire): void {
    const { name, text } = this.prepared
    connection.bind(general)
    connection.execute({})
    connection.parse({ name, text })
    connection.bind({ statement: name, values: Array.from({ length: this.#parameters }, () => null) })
    connection.sync()
  }

  override handleDataRow(): void {}
  override handleCommandComplete(): void {}
}
