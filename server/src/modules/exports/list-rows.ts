import type { ExportList } from '@trellis/contract/export-lists'
import { maximumExportRows } from '@trellis/contract/exports'
import type { Database } from '../../platform/database/database.ts'
import { openSession } from '../../platform/database/session.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { JsonText } from '../../platform/database/tx.ts'
import { checkPermission, reachOf } from '../../platform/http/dispatch.ts'
import type { Call, Route } from '../../platform/http/routes.ts'
import { validated } from '../../platform/http/validation.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Larger than a page on screen, because each page searches and sorts all matching rows again. */
const pageRows = 8000
/** Statement timeout for one page, in seconds. */
const patience = 30
/** How long to wait for a free connection, in milliseconds; the export has waited for its turn before (decision 016). */
const wait = 1_500

interface Page {
  items: unknown[]
  count: number
}

/**
 * The rows of a list, page by page, all from one database snapshot. Calls the list's own handler with the caller's
 * permission and reach. Refuses what that call refuses, and RQ413 for more rows than a file may have.
 */
export async function* listRows(
  db: Database,
  route: Route,
  call: Pick<Call, 'actor' | 'tenant' | 'request' | 'reply'>,
  search: Record<string, unknown>,
  /** Turns the items of a page into the exported rows. */
  shape: (tx: Tx, items: unknown[]) => Promise<unknown[]>,
): AsyncGenerator<unknown[]> {
  const { actor, tenant } = call
  checkPermission(route.endpoint.permission, actor)
  const as = { userId: actor.userId, reach: reachOf(route, actor), requestId: String(call.request.id) }
  const asked = validated(route.endpoint.body, { ...search, limit: 1, page: 1 })
  const session = await openSession(db, tenant.tenantId, { mode: 'look', as, patience, wait })
  try {
    for (let page = 1, sent = 0, written = 0; ; page++) {
      const body = { ...(asked as object), limit: pageRows, page }
      const answer = await session.transaction((tx) =>
        route.handler({ ...call, actor, tenant, tx, read: tx, params: undefined, query: undefined, body } as never),
      )
      const { items, count } = (answer instanceof JsonText ? JSON.parse(answer.text) : answer) as Page
      if (count > maximumExportRows)
        throw new Refusal('RQ413', { count, maximum: maximumExportRows }, `More than ${maximumExportRows} rows match`)
      const rows = await session.transaction((tx) => shape(tx, items))
      written += rows.length
      if (written > maximumExportRows)
        throw new Refusal('RQ413', { maximum: maximumExportRows }, `More than ${maximumExportRows} rows match`)
      yield rows
      sent += items.length
      if (items.length < pageRows || sent >= count) return
    }
  } finally {
    await session.close()
  }
}

/** The route that searches a list. */
export function routeOf(routes: readonly Route[], list: ExportList): Route {
  const route = routes.find(({ name }) => name === list)
  if (!route) throw new Error(`There is no list ${list}`)
  return route
}
