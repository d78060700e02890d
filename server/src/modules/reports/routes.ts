import {
  type LicenseReportSearch,
  maximumImmediateRows,
  maximumReportRows,
  type NewLicenseReport,
  reports,
} from '@trellis/contract/reports'
import type { Reader } from '../../platform/database/tx.ts'
import { Download } from '../../platform/http/download.ts'
import { routes } from '../../platform/http/routes.ts'
import { newId } from '../../platform/ids.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import type { Turns } from '../../platform/turns.ts'
import { reachedId } from '../accounts/index.ts'
import { wallClock } from '../exports/index.ts'
import { listReport } from '../licenses/index.ts'
import { zoneOfTenant } from '../tenants/index.ts'
import { countUnfinished, enqueueReport, findFinished, insertReport, listReports } from './queries.ts'
import { reportFile } from './report-file.ts'
import { type ReportMeans, reportKey } from './write-report.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Maximum number of reports per user that are waiting or running. */
const atOnce = 3

/** Limits of a report that a request waits for: statement timeout in seconds, milliseconds to wait for a connection. */
const ofRequest = { patience: 30, wait: 1_500 }

interface Means extends ReportMeans {
  turns: Turns
  /** A fixed clock for tests and the demo. */
  clock?: () => string
}

export function reportsRoutes({ db, storage, turns, clock }: Means) {
  async function pageOf(tx: Reader, actor: Actor, search: LicenseReportSearch) {
    const accountId = await reachedId(tx, actor, search.parentAccountId)
    return found(await listReport(tx, actor, search, accountId))
  }

  /** Leaves the report to a job. Its search was found to be in reach. */
  function postpone(actor: Actor, requestId: string, report: Parameters<typeof insertReport>[1]): Promise<void> {
    const { tenantId, userId, accountId } = actor
    return db.write({ tenantId, userId, reach: accountId, clock: clock?.() ?? null, requestId }, async (tx) => {
      if ((await countUnfinished(tx, userId)) >= atOnce)
        throw new Refusal('RQ429', null, 'Other reports are being written', { 'retry-after': '10' })
      await insertReport(tx, report)
      await enqueueReport(tx, report.reportId)
    })
  }

  return routes('reports', reports, {
    search: ({ tx, actor, body }) => pageOf(tx, actor, body),

    async export({ tx, actor, body, request }) {
      const { search, languageCode } = askedOf(body, actor)
      const first = await pageOf(tx, actor, { ...search, limit: 1, page: 1 })
      const { count } = JSON.parse(first.text) as { count: number }
      const maximum = maximumReportRows
      if (count > maximum) throw new Refusal('RQ413', { count, maximum }, `More than ${maximum} licenses match`)
      const timeZone = await zoneOfTenant(tx)
      const fileName = fileNameIn(timeZone)
      if (count > maximumImmediateRows) {
        const reportId = newId()
        await postpone(actor, request.id, { reportId, fileName, search, languageCode, rows: count })
        return { id: reportId }
      }
      const asked = { actor, search, languageCode, timeZone }
      const { size, content } = await turns(actor.tenantId, () => reportFile(db, asked, ofRequest))
      return new Download({ fileName, type: xlsx, size, content })
    },

    async list({ tx, actor }) {
      return found(await listReports(tx, actor.userId))
    },

    async download({ tx, actor, params }) {
      const { fileName, size } = found(await findFinished(tx, actor.userId, params.id))
      const content = found(await storage.read(reportKey({ tenantId: actor.tenantId, reportId: params.id })))
      return new Download({ fileName, type: xlsx, size, content })
    },
  })
}

/** A file has all matching rows and all columns. */
function askedOf({ languageCode, ...search }: NewLicenseReport, actor: Actor) {
  return { search: { ...search, fields: undefined }, languageCode: languageCode ?? actor.languageCode }
}

/** `report-20261122220537.xlsx`, in the tenant's time zone. */
function fileNameIn(timeZone: string): string {
  const now = wallClock(timeZone)(new Date().toISOString()) ?? 0
  return `report-${new Date(now).toISOString().slice(0, 19).replace(/\D/g, '')}.xlsx`
}
