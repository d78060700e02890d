import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

export interface AtRisk {
  deals: number
  total: { currencyCode: string; amount: number }[]
}

/** The open deals of an account and those below it whose granted protection ends within so many days, and what they count for. */
export const dealsAtRisk = (tx: Reader, accountId: string, days: number) =>
  tx.json<AtRisk>(sql`
    with ending as materialized (
      select d.currency_id, count(*) as deals, sum(deal_amount(d.ebid_approved_value, d.total)) as amount
      from deals d
      where d.tenant_id = (select current_tenant())
        and d.vendor_id in (
          select t.descendant_id from offered.account_tree t
          where t.tenant_id = (select current_tenant()) and t.ancestor_id = ${accountId})
        and d.status not in ('Won', 'Lost') and d.protection_status = 'Approved'
        and d.expires_at > (select clock()) and d.expires_at <= (select clock()) + make_interval(days => ${days})
      group by d.currency_id
    )
    select json_build_object(
      'deals', (select coalesce(sum(deals), 0) from ending),
      'total', (
        select coalesce(json_agg(json_build_object('currencyCode', c.code, 'amount', trim_scale(e.amount)) order by e.amount desc, c.code), '[]')
        from ending e join offered.currencies c using (currency_id)))::text`)
