import type { PriceExplanation } from '@trellis/contract/pricing'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

/**
 * Which list the price comes from that an account in reach pays. The owner of an inherited list is named only to readers
 * who reach it. No row for a product that is not published in the tenant.
 */
export const explainPrice = (tx: Reader, productId: string, accountId: string) =>
  tx.json<PriceExplanation>(sql`
    select json_build_object(
      'productId', p.product_id, 'sku', p.sku, 'productName', p.name,
      'accountId', a.account_id, 'accountName', a.name,
      'price', e.price, 'currencyId', e.currency_id, 'currencyCode', c.code,
      'priceListId', l.price_list_id, 'priceListName', l.name,
      'inherited', coalesce(s.depth > 0, false),
      'inheritedFrom', case when f.account_id is not null then json_build_object('id', f.account_id, 'name', f.name) end,
      'priceMsrp', p.price_msrp, 'msrpCurrencyId', m.currency_id, 'msrpCurrencyCode', m.code,
      'discountType', e.discount_type, 'discountAmount', e.discount_amount,
      'quantityBreaks', coalesce(e.quantity_breaks, '[]'),
      'belowMsrp', case when e.currency_id = p.currency_id and p.price_msrp > 0
                        then round((p.price_msrp - e.price) * 100 / p.price_msrp, 1) end,
      'reason', case when e.product_id is not null then null
                     when p.status <> 'Active' then 'not_active'
                     when l.price_list_id is null and a.parent_id is not null then 'no_list'
                     else 'not_on_list' end)::text
    from offered.accounts a
    join offered.product_publications b on b.tenant_id = a.tenant_id and b.product_id = ${productId}
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    join offered.currencies m on m.currency_id = p.currency_id
    left join effective_price_list(${accountId}::uuid) s on true
    left join price_lists l on l.tenant_id = a.tenant_id and l.price_list_id = s.price_list_id
    left join offered.accounts f on f.tenant_id = a.tenant_id and f.account_id = s.from_account_id and s.depth > 0
                        and f.account_id in (select account_id from reachable_accounts())
    left join effective_prices(${accountId}::uuid) e on e.product_id = p.product_id
    left join offered.currencies c on c.currency_id = e.currency_id
    where a.tenant_id = (select current_tenant()) and a.account_id = ${accountId}`)
