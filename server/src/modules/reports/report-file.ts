import { type LicenseReportSearch, reports } from '@trellis/contract/reports'
import type { Database } from '../../platform/database/database.ts'
import { openSession, type SessionOptions } from '../../platform/database/session.ts'
import { sql } from '../../platform/database/sql.ts'
import { reachOf } from '../../platform/http/may-call.ts'
import { type Actor, actingAs } from '../../platform/tenancy.ts'
import { reachedId } from '../accounts/index.ts'
import { type Spooled, spooled, workbookOf } from '../exports/index.ts'
import { reportRows } from '../licenses/index.ts'
import { zoneOfTenant } from '../tenants/index.ts'
import { columnsIn } from './columns.ts'

/** Rows kept in memory at once. */
const pageRows = 2000

export interface Asked {
  actor: Actor
  search: LicenseReportSearch
  languageCode: string
}

type Limits = Pick<SessionOptions, 'patience' | 'wait'>

/**
 * Writes the report as an xlsx file. All rows are of one database snapshot and of the actor's present reach; a search
 * out of reach is RQ404. `onRows` is called with the number of rows written so far.
 */
export async function reportFile(
  db: Database,
  asked: Asked,
  limits: Limits = {},
  onRows: (done: number) => void = () => undefined,
): Promise<Spooled> {
  const columns = columnsIn(asked.languageCode)
  const { tenantId } = asked.actor
  // Not the reader's: the file is the same for everybody.
  const timeZone = await zoneOfTenant(db.read({ tenantId, userId: null, reach: null, clock: null, requestId: null }))
  return spooled(workbookOf(tenantId, { columns, timeZone }, pagesOf(db, asked, limits, onRows)))
}

/** Reads the rows with one cursor: pages by offset would sort all rows again for each page. */
async function* pagesOf(db: Database, { actor, search }: Asked, limits: Limits, onRows: (done: number) => void) {
  const as = { ...actingAs(actor), reach: reachOf({ endpoint: reports.search }, actor) }
  const session = await openSession(db, actor.tenantId, { mode: 'look', as, ...limits })
  try {
    await session.transaction(async (tx) => {
      const accountId = await reachedId(tx, actor, search.parentAccountId)
      await tx.run(sql`set local cursor_tuple_fraction = 1`)
      await tx.run(sql`declare report_rows no scroll cursor for ${await reportRows(tx, search, actor, accountId)}`)
    })
    for (let done = 0; ; ) {
      const page = await session.transaction((tx) =>
        tx.rows<{ row: string }>(sql`fetch ${sql.raw(String(pageRows))} from report_rows`),
      )
      yield page.map(({ row }) => JSON.parse(row) as unknown)
      done += page.length
      onRows(done)
      if (page.length < pageRows) return
    }
  } finally {
    await session.close()
  }
}
