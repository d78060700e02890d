import { type Sql, sql } from '../../platform/database/sql.ts'

/**
 * SQL: the pieces of the deals that may be won for these accounts, as rows `deal_id, product_id, closes_at, pieces, chance`. A deal
 * without a day closes when its protection ends. Those that were ordered already are not among them.
 */
export const dealsExpected = (accounts: Sql): Sql => sql`
  select d.deal_id, i.product_id, coalesce(d.estimated_close_at, d.expires_at) as closes_at, i.qt as pieces, d.chance
  from (${accounts}) c
  cross join lateral (
    select * from deals d
    where d.tenant_id = (select current_tenant()) and d.vendor_id = c.account_id and not d.is_expiry_noted
      and d.status not in ('Won', 'Lost') and d.expires_at > (select clock())
      and d.protection_status not in ('Refused', 'Duplicated') offset 0) d
  join deal_items i on i.tenant_id = d.tenant_id and i.deal_id = d.deal_id
  where d.chance > 0 and not exists (
    select from offered.orders o
    where o.tenant_id = d.tenant_id and o.deal_id = d.deal_id and o.status in ('pending', 'approved'))`
