import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

const here = sql`(select current_tenant())`

/** What a vendor counts before and after a move: how many there are of each, their sums, and when keys end. By name. */
export async function sumsOf(tx: Pick<Reader, 'rows'>): Promise<Record<string, string>> {
  const rows = await tx.rows<{ name: string; value: string }>(sql`
    select 'accounts' as name, count(*)::text as value from accounts where tenant_id = ${here}
    union all select 'users', count(*)::text from users where tenant_id = ${here} and deleted_at is null and not is_service
    union all select 'pieces in stock', coalesce(sum(quantity), 0)::text from stock_balances where tenant_id = ${here}
    union all select 'orders ' || status, count(*)::text from orders where tenant_id = ${here} group by status
    union all
    select 'amount of orders ' || o.status || ' ' || c.code, trim_scale(sum(i.qt * i.price))::text
    from orders o
    join order_items i on i.tenant_id = o.tenant_id and i.order_id = o.order_id
    join currencies c on c.currency_id = o.currency_id
    where o.tenant_id = ${here} group by o.status, c.code
    union all select 'keys', count(*)::text from licenses where tenant_id = ${here}
    union all select 'seats of keys', coalesce(sum(seats), 0)::text from licenses where tenant_id = ${here}
    union all select 'devices with a seat', count(*)::text from license_seats where tenant_id = ${here} and revoked_at is null
    union all
    select 'keys that end in ' || extract(year from expires_at at time zone 'UTC'), count(*)::text
    from licenses where tenant_id = ${here} and expires_at is not null group by 1
    union all
    select 'keys whose maintenance ends in ' || extract(year from maintenance_expires_at at time zone 'UTC'), count(*)::text
    from licenses where tenant_id = ${here} and maintenance_expires_at is not null group by 1
    union all select 'deals ' || status, count(*)::text from deals where tenant_id = ${here} group by status
    union all select 'certifications', count(*)::text from issued_certificates where tenant_id = ${here}
    union all select 'bytes of files', coalesce(sum(size), 0)::text from files where tenant_id = ${here}
    union all
    select 'last seal of the audit log', coalesce(max(seq), 0)::text from audit_seals where tenant_id = ${here}`)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value] as const).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Products that the tenant has in common with others, in words: their tenants are bound to one installation. */
export async function sharedProducts(tx: Pick<Reader, 'rows'>): Promise<string[]> {
  const rows = await tx.rows<{ says: string }>(sql`
    select p.sku || case when b.owner_tenant_id = ${here} then ' is published in ' || t.code else ' belongs to ' || o.code end as says
    from product_publications b
    join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    join tenants t on t.tenant_id = b.tenant_id
    join tenants o on o.tenant_id = b.owner_tenant_id
    where b.tenant_id <> b.owner_tenant_id and ${here} in (b.tenant_id, b.owner_tenant_id) order by 1`)
  return rows.map(({ says }) => says)
}

export const isSuspended = async (tx: Pick<Reader, 'rows'>): Promise<boolean> =>
  (await tx.rows(sql`select from tenants where tenant_id = ${here} and suspended_at is not null`)).length > 0
