import type { ExportList } from '@trellis/contract/export-lists'
import type { Database } from '../../platform/database/database.ts'
import { openSession, type Session } from '../../platform/database/session.ts'
import { sql } from '../../platform/database/sql.ts'
import { JsonText, type Tx } from '../../platform/database/tx.ts'
import { everyRow, pageOf, type Walk, walkOf } from '../../platform/database/walking.ts'
import { checkMayCall, reachOf } from '../../platform/http/may-call.ts'
import type { Call, Route } from '../../platform/http/routes.ts'
import { validated } from '../../platform/http/validation.ts'
import { Unavailable } from '../../platform/refusal.ts'
import { actingAs } from '../../platform/tenancy.ts'

export interface Pace {
  /** Rows at once. JSON of so many is read within a few milliseconds, so that no other request waits for it. */
  rows: number
  /** Timeout of one statement, in seconds: of the one that sorts, and of those that read a few rows. */
  patience: number
  /** Seconds that the snapshot may stay open: while it does, PostgreSQL cannot remove what others have changed since. */
  longest: number
}
export const usualPace: Pace = { rows: 100, patience: 60, longest: 1_800 }

/** How long to wait for a free connection, in milliseconds; the export has waited for its turn before (decision 016). */
const wait = 1_500

export interface Asked {
  route: Route
  call: Pick<Call, 'actor' | 'tenant' | 'request' | 'reply'>
  search: Record<string, unknown>
  /** Turns items of the list into the exported rows; null: they are. */
  shape: ((tx: Tx, items: unknown[]) => Promise<unknown[]>) | null
  /** Ends the running statement at once when nobody waits for the rows any more. */
  signal: AbortSignal
}

/**
 * All rows of a list, a few at a time, from one database snapshot. Calls the list's own handler with the caller's
 * permission and reach, and refuses what that call refuses. Large lists say how they are walked (`walkable`): the order
 * of all rows is found once, by a cursor of their keys. Others are read by pages.
 */
export async function* listRows(db: Database, asked: Asked, pace: Pace = usualPace): AsyncGenerator<unknown[]> {
  const { route, shape, signal } = asked
  const { actor, tenant, request } = asked.call
  checkMayCall(route.endpoint, actor)
  const as = { ...actingAs(actor), reach: reachOf(route, actor), requestId: String(request.id) }
  const search = validated(route.endpoint.body, { ...asked.search, limit: 1, page: 1 }) as object
  const session = await openSession(db, tenant.tenantId, { mode: 'look', as, patience: pace.patience, wait })
  const cancel = () => void session.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const until = performance.now() + pace.longest * 1000
  try {
    signal.throwIfAborted()
    for await (const items of itemsOf(session, asked, search, pace)) {
      signal.throwIfAborted()
      if (performance.now() > until) throw new Unavailable('statement', 'The export took too long')
      yield shape === null ? items : await session.transaction((tx) => shape(tx, items))
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    await session.close()
  }
}

interface Page {
  items: unknown[]
  count: number
}

/** Calls the handler. Where its list can be walked, its statement is not run. */
async function ask(session: Session, { route, call }: Asked, body: object): Promise<Page | Walk> {
  let walk: Walk | undefined
  const answer = await session.transaction((tx) => {
    const looking: Tx = {
      ...tx,
      async json<A>(query: Parameters<Tx['json']>[0]) {
        walk = walkOf(query)
        return walk === undefined ? tx.json<A>(query) : new JsonText<A>('{"items":[],"count":0}')
      },
    }
    const given = { ...call, tx: looking, read: looking, params: undefined, query: undefined, body }
    return route.handler(given as never)
  })
  return walk ?? ((answer instanceof JsonText ? JSON.parse(answer.text) : answer) as Page)
}

/** Rows of a page are so many times as many: a page searches for all rows again. */
const pageFactor = 10

async function* itemsOf(session: Session, asked: Asked, search: object, { rows }: Pace): AsyncGenerator<unknown[]> {
  const limit = rows * pageFactor
  for (let page = 1, sent = 0; ; page++) {
    const answer = await ask(session, asked, { ...search, limit, page })
    if ('keys' in answer) break
    const { items, count } = answer
    yield items
    sent += items.length
    if (items.length < limit || sent >= count) return
  }
  const walk = await ask(session, asked, { ...search, limit: everyRow, page: 1 })
  if ('keys' in walk) yield* walked(session, walk, rows)
}

async function* walked(session: Session, { keys, items }: Walk, rows: number): AsyncGenerator<unknown[]> {
  await session.transaction((tx) => tx.run(sql`declare exported_keys no scroll cursor for ${keys}`))
  const next = sql`fetch ${sql.lit(rows)} from exported_keys`
  while (true) {
    const text = await session.transaction(async (tx) => {
      const found = await tx.rows<Record<string, string>>(next)
      return found.length === 0 ? undefined : tx.json(items(pageOf(found)))
    })
    if (text === undefined) return
    yield JSON.parse(text.text) as unknown[]
  }
}

/** The route that searches a list. */
export function routeOf(routes: readonly Route[], list: ExportList): Route {
  const route = routes.find(({ name }) => name === list)
  if (!route) throw new Error(`There is no list ${list}`)
  return route
}
