import {
  type LicenseReportSearch,
  licenseReportList,
  maximumImmediateRows,
  maximumReportRows,
  type NewLicenseReport,
  reports,
} from '@trellis/contract/reports'
import { languageCodes } from '@trellis/contract/users'
import * as z from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { Download } from '../../platform/http/download.ts'
import { checkMayCall } from '../../platform/http/may-call.ts'
import { routes } from '../../platform/http/routes.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Actor } from '../../platform/tenancy.ts'
import type { Turns } from '../../platform/turns.ts'
import { reachedId } from '../accounts/index.ts'
import { finishedFile, listFiles, nowOrLater, postpone, type Writer, wallClock } from '../exports/index.ts'
import { listReport } from '../licenses/index.ts'
import { zoneOfTenant } from '../tenants/index.ts'
import { reportFile } from './report-file.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Limits of a report that a request waits for: statement timeout in seconds, milliseconds to wait for a connection. */
const ofRequest = { patience: 30, wait: 1_500 }

interface Means {
  db: Database
  storage: Storage
  turns: Turns
  /** A fixed clock for tests and the demo. */
  clock?: () => string
}

export function reportsRoutes({ db, storage, turns, clock }: Means) {
  async function pageOf(tx: Reader, actor: Actor, search: LicenseReportSearch) {
    const accountId = await reachedId(tx, actor, search.parentAccountId)
    return found(await listReport(tx, actor, search, accountId))
  }

  return routes('reports', reports, {
    search: ({ tx, actor, body }) => pageOf(tx, actor, body),

    async export({ tx, actor, body, request }) {
      const asked = askedOf(body, actor)
      const first = await pageOf(tx, actor, { ...asked.search, limit: 1, page: 1 })
      const { count } = JSON.parse(first.text) as { count: number }
      const maximum = maximumReportRows
      if (count > maximum) throw new Refusal('RQ413', { count, maximum }, `More than ${maximum} licenses match`)
      const fileName = fileNameIn(await zoneOfTenant(tx))
      const asking = { db, actor, requestId: request.id, clock: clock?.() ?? null }
      const later = () => postpone(asking, { kind: 'report', fileName, request: asked, rows: count })
      if (count > maximumImmediateRows) return later()
      const now = async () => {
        const { size, content } = await turns(actor.tenantId, () => reportFile(db, { actor, ...asked }, ofRequest))
        return new Download({ fileName, type: xlsx, size, content })
      }
      return nowOrLater(actor, now, later)
    },

    async list({ tx, actor }) {
      const files = await listFiles(tx, actor, 'report')
      return files.map(({ id, ...file }) => ({ reportId: id, ...file }))
    },

    download: ({ tx, actor, params }) => finishedFile({ tx, storage }, actor, 'report', params.id, () => xlsx),
  })
}

const Asked = z.object({ search: licenseReportList.search, languageCode: z.enum(languageCodes) })

/** A file has all matching rows and all columns. */
function askedOf({ languageCode, ...search }: NewLicenseReport, actor: Actor) {
  return { search: { ...search, fields: undefined }, languageCode: languageCode ?? actor.languageCode }
}

/** Writes a report that is long, or that found no place at once. */
export function reportWriter(db: Database): Writer {
  return async (actor, request, _fileId, onRows) => {
    checkMayCall(reports.export, actor)
    return reportFile(db, { actor, ...Asked.parse(request) }, {}, onRows)
  }
}

/** `report-20261122220537.xlsx`, in the tenant's time zone. */
function fileNameIn(timeZone: string): string {
  const now = wallClock(timeZone)(new Date().toISOString()) ?? 0
  return `report-${new Date(now).toISOString().slice(0, 19).replace(/\D/g, '')}.xlsx`
}
