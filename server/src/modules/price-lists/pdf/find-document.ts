import type { PriceList } from '@trellis/contract/price-lists'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { presentPriceList } from '../queries.ts'

/** What the PDF of a price list shows. */
export interface PriceListDocument {
  list: PriceList
  tenantName: string
  logoUrl: string | null
  primaryColor: string | null
  /** The day of the tenant on which it was made. */
  date: string
  timeZone: string
  isSandbox: boolean
}

/** Null when the reader does not see the list. */
export async function findDocument(tx: Reader, actor: Actor, priceListId: string): Promise<PriceListDocument | null> {
  const list = await presentPriceList(tx, priceListId, actor)
  if (list === undefined) return null
  const tenant = await tx.row<Omit<PriceListDocument, 'list'>>(sql`
    select t.name as "tenantName", iso(clock()) as date, t.time_zone as "timeZone", t.is_sandbox as "isSandbox",
           coalesce((select l.data_url from offered.tenant_logos l where l.tenant_id = t.tenant_id), t.logo_url) as "logoUrl",
           t.theme ->> 'primaryColor' as "primaryColor"
    from offered.tenants t where t.tenant_id = (select current_tenant())`)
  return tenant === undefined ? null : { ...tenant, list: JSON.parse(list.text) as PriceList }
}
