import { escapeLiteral, type PoolClient } from 'pg'
import { contextValues } from '../platform/database/context-query.ts'
import type { Context } from '../platform/database/tx.ts'
import { manyRows } from './many.ts'
import type { World } from './network.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'One-Time Filter'?: string
  'Plan Rows': number
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Sort Key'?: string[]
  'Parent Relationship'?: string
  Plans?: Node[]
}

export interface Sent {
  text: string
  values: unknown[]
  /** app.tenant, app.user, app.reach, app.clock, app.request, app.account. */
  settings: string[]
}

/** Keeps the reads that the server sends from now on, one statement a message. */
export function listenTo({ db }: Pick<World, 'db'>): { sent: Sent[] } {
  const heard = { sent: [] as Sent[] }
  const seen = new WeakSet<object>()
  db.pool.driver.on('acquire', (client: PoolClient) => {
    if (seen.has(client)) return
    seen.add(client)
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    const query = (given: Partial<Sent> & { context?: Context; asked?: unknown }, ...rest: unknown[]) => {
      const { text, values, context, asked } = given
      if (text !== undefined && context !== undefined && asked === undefined)
        heard.sent.push({ text, values: values ?? [], settings: contextValues(context) })
      return send(given, ...rest)
    }
    Object.assign(client, { query })
  })
  return heard
}

/** These read all of their input before they give the first row. */
const blocking = new Set(['Sort', 'Aggregate', 'Hash', 'Materialize', 'Memoize', 'SetOp', 'Bitmap Heap Scan'])

/**
 * What a plan reads or sorts as a whole. `streamed`: a limit above stops it after the rows of a page. `isCollected`: the
 * statement itself runs this part only where its counters say that there are few rows.
 */
function* wholes(node: Node, large: Set<string>, streamed = false, isCollected = false): Generator<string> {
  const { 'Node Type': type, 'Relation Name': table, 'Index Cond': condition, 'Plan Rows': rows } = node
  const once = node['One-Time Filter'] ?? ''
  const collected = isCollected || (/\(InitPlan/.test(once) && !/^\(\(?NOT/.test(once))
  if (type === 'Seq Scan' && table !== undefined && large.has(table)) yield `reads all of ${table}`
  if (/^(Index|Index Only|Bitmap Index) Scan/.test(type) && !streamed && !collected) {
    const isWhole = condition === undefined || /^\(tenant_id = [^)]*\)?\.?\w*\)+$/.test(condition)
    const name = table ?? node['Index Name'] ?? ''
    if (rows > manyRows / 2) yield `reads ${isWhole ? 'all' : 'much'} of ${name}`
  }
  if (type === 'Sort' && !collected) {
    const input = node.Plans?.[0]?.['Plan Rows'] ?? 0
    // The rows of the page are put in order once more when they become JSON. How many these are the planner does not know.
    const isOfPage = node['Sort Key']?.some((key) => /row_no|row_number\(\)/.test(key))
    if (input > manyRows / 2 && !isOfPage) yield `sorts many rows by ${node['Sort Key']?.join(', ')}`
  }
  for (const each of node.Plans ?? []) {
    const isOwn = each['Parent Relationship'] === 'InitPlan' || each['Parent Relationship'] === 'SubPlan'
    const isInner = each['Parent Relationship'] === 'Inner'
    const limited = type === 'Limit' || (streamed && !blocking.has(type) && !(isInner && type === 'Hash Join'))
    yield* wholes(each, large, isOwn ? each['Node Type'] === 'Limit' : limited, collected && !isOwn)
  }
}

/** The rows that all nodes of a plan gave or threw away when it ran. */
function rowsIn(node: Node): number {
  const { 'Actual Rows': given = 0, 'Actual Loops': loops = 0 } = node
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  return (node.Plans ?? []).reduce((sum, each) => sum + rowsIn(each), (given + removed) * loops)
}

/** A value of a statement as a literal, in the form in which the driver sends it. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((each) => JSON.stringify(String(each))).join(',')}}`)
  if (value instanceof Buffer) return escapeLiteral(`\\x${value.toString('hex')}`)
  if (value instanceof Date) return escapeLiteral(value.toISOString())
  return escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Plans statements on a connection of the product. */
export async function openPlans({ db }: Pick<World, 'db'>, large: Set<string>) {
  const client = await db.pool.driver.connect()
  const known = new Map<string, string[]>()
  const plan = async (text: string, values?: unknown[]) => {
    const { rows } = await client.query(values === undefined ? { text } : { text, values })
    return (rows[0] as { 'QUERY PLAN': { Plan: Node }[] })['QUERY PLAN'][0]?.Plan as Node
  }
  const asSender = async <T>({ settings }: Sent, work: () => Promise<T>): Promise<T> => {
    await client.query('begin')
    try {
      await client.query(
        `select set_config('app.tenant', $1, true), set_config('app.user', $2, true), set_config('app.reach', $3, true),
                set_config('app.clock', $4, true), set_config('app.request', $5, true),
                set_config('app.account', $6, true)`,
        settings,
      )
      return await work()
    } finally {
      await client.query('rollback')
    }
  }
  return {
    /** What a statement reads as a whole: by the plan for these values, and by the general one, which PostgreSQL keeps later. It is not run. */
    async wholesOf(statement: Sent): Promise<string[]> {
      const { text, values } = statement
      const before = known.get(text)
      if (before !== undefined) return before
      const found = await asSender(statement, async () => [
        ...wholes(await plan(`explain (format json) ${text}`, values), large),
        ...wholes(await plan(`explain (generic_plan, format json) ${text}`), large),
      ])
      known.set(text, [...new Set(found)])
      return [...new Set(found)]
    },
    /** Runs a read again, with the indexes that it would use if tables were large, and counts the rows that its plan handled. */
    rowsOf: (statement: Sent, isGeneral = false): Promise<number> =>
      asSender(statement, async () => {
        await client.query('set local enable_seqscan = off')
        const explain = 'explain (analyze, timing off, format json)'
        if (!isGeneral) return rowsIn(await plan(`${explain} ${statement.text}`, statement.values))
        await client.query('set local plan_cache_mode = force_generic_plan')
        await client.query(`prepare asked as ${statement.text}`)
        try {
          const values = statement.values.map((value) => literalOf(value)).join(', ')
          return rowsIn(await plan(`${explain} execute asked${values === '' ? '' : ` (${values})`}`))
        } finally {
          await client.query('deallocate asked')
        }
      }),
    end: () => client.release(),
  }
}
