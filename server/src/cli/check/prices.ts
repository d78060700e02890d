import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

export const priceInvariants: Invariant[] = [
  {
    name: 'each product carries the features of its type',
    broken: sql`
      select 'product ' || p.sku || ' carries other features than its type has' as what
      from products p
      where p.tenant_id = (select current_tenant()) and p.entitlements <> (
        select coalesce(jsonb_object_agg(f.name, v.value), '{}')
        from product_type_features v join features f on f.tenant_id = v.tenant_id and f.feature_id = v.feature_id
        where v.tenant_id = p.tenant_id and v.type_id = p.type_id and jsonb_typeof(v.value) <> 'null'
          and f.value_type between 1 and 6)`,
  },
  {
    name: 'the price on a list is the last of its history',
    broken: sql`
      select 'price of ' || coalesce(p.sku, x.product_id::text) || ' on ' || coalesce(l.name, x.price_list_id::text) || ': the list has '
             || coalesce(x.price::text, 'none') || ', the history ' || coalesce(x.last::text, 'none') as what
      from (
        select price_list_id, product_id, i.custom_price as price, h.price_after as last
        from (select price_list_id, product_id, custom_price, quantity_breaks from price_list_items where tenant_id = (select current_tenant())) i
        full join (
          select distinct on (price_list_id, product_id) price_list_id, product_id, price_after, quantity_breaks
          from price_changes where tenant_id = (select current_tenant())
          order by price_list_id, product_id, number desc
        ) h using (price_list_id, product_id)
        where (i.custom_price, i.quantity_breaks) is distinct from (h.price_after, h.quantity_breaks)
      ) x
      left join price_lists l on l.tenant_id = (select current_tenant()) and l.price_list_id = x.price_list_id
      left join product_publications b on b.tenant_id = (select current_tenant()) and b.product_id = x.product_id
      left join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id`,
  },
]
