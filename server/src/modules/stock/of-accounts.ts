import { sql } from '../../platform/database/sql.ts'
import { found } from '../../platform/refusal.ts'
import type { Dependents } from '../accounts/index.ts'

/** How many products are named. */
const named = 10

/** What keeps an account from being deleted: products on hand, none of them zero. */
export const stockOfAccounts: Dependents['stock'] = {
  findOnHand: async (tx, accountId) =>
    found(
      await tx.row<Awaited<ReturnType<Dependents['stock']['findOnHand']>>>(sql`
        with stock as (
          select s.product_id as "productId", p.sku, p.name as "productName", s.quantity
          from stock_balances s
          join offered.product_publications b on b.tenant_id = s.tenant_id and b.product_id = s.product_id
          join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
          where s.tenant_id = (select current_tenant()) and s.account_id = ${accountId} and s.quantity <> 0
        )
        select (select count(*)::int from stock) as "stockProducts",
               (select coalesce(json_agg(s), '[]') from (select * from stock order by sku limit ${named}) s) as stock`),
    ),
}
