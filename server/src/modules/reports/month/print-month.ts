import type { MonthReport } from '@trellis/contract/month-reports'
import { apart } from '../../../platform/apart/apart.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import { Download } from '../../../platform/http/download.ts'
import { withoutFaultyLogo } from '../../../platform/pdf/logo.ts'
import { found } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import type { drawMonth, MonthDocument } from './month-pdf.ts'

const drawApart = apart<typeof drawMonth>(new URL('./month-pdf.ts', import.meta.url), 'drawMonth', 'documents')

/** The report of a month as a PDF of one page. */
export async function printMonth(tx: Reader, actor: Actor, report: MonthReport): Promise<Download> {
  const language = actor.languageCode === 'it' ? 'it' : 'en'
  const face = found(
    await tx.row<Omit<MonthDocument, 'report'>>(sql`
      select t.name as "tenantName", t.theme ->> 'primaryColor' as "primaryColor", t.is_sandbox as "isSandbox",
             coalesce((select l.data_url from offered.tenant_logos l where l.tenant_id = t.tenant_id), t.logo_url) as "logoUrl"
      from offered.tenants t where t.tenant_id = (select current_tenant())`),
  )
  const whole = { ...face, report }
  const bytes = await withoutFaultyLogo(whole, (document) => drawApart(actor.tenantId, { document, language }))
  return Download.of(`${report.month}.pdf`, 'application/pdf', bytes)
}
