import pg from 'pg'
import type { World } from './network.ts'

/** How many times as many rows the planner believes in, of each table that grows. */
const times = 1000

/**
 * Gives each list of the network some thousand rows, and lets the planner believe that there are a thousand times as many: its
 * plans are then those of a large tenant. The rows themselves are few, so that this takes seconds. Returns the tables that
 * are large then.
 */
export async function fillLists(world: World): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: world.adminUrl })
  await client.connect()
  try {
    await client.query(`set app.tenant = '${world.tenantId}'; set timezone = 'UTC'`)
    await client.query(
      `select set_config('app.user', '${world.vendor.userId}', false), set_config('app.account', '${world.vendor.accountId}', false)`,
    )
    for (const [at, statement] of filling.entries())
      await client.query(statement).catch((error: Error) => {
        throw new Error(`Filling, step ${at + 1}: ${error.message}`)
      })
    await client.query('vacuum analyze')
    await client.query(`
      update pg_class set reltuples = reltuples * ${times} from (
        select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples >= ${fewRows}
      ) large left join pg_index i on i.indrelid = large.oid
      where pg_class.oid in (large.oid, i.indexrelid)`)
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= ${manyRows}`,
    )
    return new Set(rows.map(({ name }) => name))
  } finally {
    await client.end()
  }
}

/** A table with fewer is one that does not grow, or that the lists hardly read: groups, currencies, products, sessions. */
const fewRows = 300
/** What the planner believes to be in the smallest of the others. */
export const manyRows = fewRows * times

const filling = [
  `create temp table parties as
    select n, id_at(clock_timestamp()) as account_id, case when n <= 10 then 4 when n <= 60 then 6 else 8 end as group_id,
      case when n <= 10 then null when n <= 60 then 1 + n % 10 else 11 + n % 50 end as parent
    from generate_series(1, 600) n`,
  `insert into accounts (account_id, code, name, group_id, parent_id, created_at)
    select p.account_id, 'M' || p.n, 'Company ' || p.n, p.group_id,
      coalesce(above.account_id, (select account_id from accounts where tenant_id = current_tenant() and parent_id is null)),
      now() - p.n * interval '1 hour'
    from parties p left join parties above on above.n = p.parent order by p.n`,
  `insert into account_tree (ancestor_id, descendant_id, depth)
    with recursive up as (
      select p.account_id as below, p.account_id, 0 as depth from parties p
      union all
      select u.below, a.parent_id, u.depth + 1 from up u join accounts a on a.account_id = u.account_id where a.parent_id is not null)
    select account_id, below, depth from up`,
  `insert into addresses (address_id, account_id, legal_name, vat_id, city)
    select id_at(clock_timestamp()), account_id, 'Company ' || n || ' Ltd', 'IT' || n, 'Milano' from parties`,
  `insert into users (user_id, account_id, email, first_name, last_name, status, created_at)
    select id_at(clock_timestamp()), p.account_id, 'person' || n || '-' || i || '@many.example', 'Person', 'Number ' || n, 'user_active', now() - n * interval '1 hour'
    from parties p, generate_series(1, 3) i`,
  `insert into price_lists (price_list_id, account_id, name, currency_id)
    select id_at(clock_timestamp()), account_id, 'List of ' || n, 978 from parties`,
  `insert into stock_balances (account_id, product_id, quantity)
    select p.account_id, b.product_id, 100 + p.n from parties p, product_publications b
    where b.tenant_id = current_tenant() and p.n <= 300`,
  `insert into stock_thresholds (account_id, product_id, threshold)
    select account_id, product_id, 200 from stock_balances where tenant_id = current_tenant() and quantity % 10 = 0`,
  `create temp table drafts as
    select d.n, id_at(now() + d.n * interval '1 minute' - interval '30 days') as order_id, b.account_id as buyer_id, v.account_id as vendor_id,
      now() - d.n * interval '1 minute' as created_at, (array['approved', 'approved', 'pending', 'canceled'])[1 + d.n % 4] as status
    from generate_series(1, 3000) d (n)
    join parties b on b.n = 61 + d.n % 540 join parties v on v.n = b.parent`,
  `insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, created_at, approved_at, updated_at)
    select order_id, 'SO-2025-' || lpad(n::text, 6, '0'), order_id, buyer_id, vendor_id, 'sell-in', status, 978, n % 97, created_at,
      case when status = 'approved' then created_at end, created_at from drafts`,
  `insert into order_history (order_id, history_id, status, source, created_at)
    select order_id, id_at(created_at), status, 'many', created_at from drafts`,
  `insert into order_items (order_item_id, order_id, line, product_id, qt, price, amount, currency_id, price_list_id, price_list_name, list_price)
    select id_at(clock_timestamp()), d.order_id, 1, p.product_id, 1, d.n % 97, d.n % 97, 978, l.price_list_id, l.name, 100
    from drafts d join price_lists l on l.tenant_id = current_tenant() and l.name = 'List of ' || (1 + d.n % 600)
    join products p on p.tenant_id = current_tenant() and p.sku = 'EDGE-1Y'`,
  `insert into licenses (license_id, serial_key, product_id, owner_id, seats, created_at, activated_at, starts_at, expires_at,
      maintenance_expires_at, license_is_perpetual, maintenance_is_perpetual)
    select id_at(clock_timestamp()), 'MANY-' || upper(substr(md5(l.n::text), 1, 20)), (select product_id from products where sku = 'EDGE-1Y' and tenant_id = current_tenant()),
      p.account_id, 1, now() - l.n * interval '1 hour', case when l.n % 2 = 0 then now() end, case when l.n % 2 = 0 then now() end,
      case when l.n % 2 = 0 then now() + l.n * interval '1 hour' end, case when l.n % 2 = 0 then now() + l.n * interval '1 hour' end, false, false
    from generate_series(1, 4000) l (n) join parties p on p.n = 11 + l.n % 590`,
  `create temp table opportunities as
    select d.n, id_at(clock_timestamp()) as deal_id, v.account_id as vendor_id from generate_series(1, 3000) d (n) join parties v on v.n = 1 + d.n % 60`,
  `insert into deals (deal_id, code, vendor_id, description, status, chance, starts_at, estimated_close_at, expires_at,
      protection_status, protection_since, currency_id, total, ebid_value, ebid_status, ebid_since, created_at)
    select deal_id, record_code('DL', 2025, n), vendor_id, 'Opportunity ' || n, (array['New', 'Trial', 'Won', 'Lost'])[1 + n % 4], n % 101, now(),
      now() + interval '60 days', now() + interval '90 days', (array['Pending', 'Approved', 'Refused'])[1 + n % 3], now(), 978, n, n % 90,
      'Pending', now(), now() - n * interval '1 minute' from opportunities`,
  `insert into deal_prospects (deal_id, prospect_id, name, vat_id, first_name, last_name, street, city, postal_code, country_code)
    select deal_id, id_at(clock_timestamp()), 'Prospect ' || n, 'IT' || lpad(n::text, 11, '0'), 'Ada', 'Rossi', 'Via Roma 1', 'Milano', '20100', 'IT' from opportunities`,
  `insert into deal_items (deal_item_id, deal_id, line, product_id, qt, price, amount, price_msrp, price_msrp_currency_id)
    select id_at(clock_timestamp()), deal_id, 1, (select product_id from products where sku = 'EDGE-1Y' and tenant_id = current_tenant()), 1, n, n, n, 978 from opportunities`,
  `insert into issued_certificates (issued_id, certificate_id, kind, account_id, user_id, guest_first_name, guest_last_name,
      validation_code, created_at, expires_at, counted_from, counted_months)
    select id_at(clock_timestamp()), c.certificate_id, 'User', p.account_id, case when i.n % 2 = 0 then (select user_id from users u where u.account_id = p.account_id limit 1) end,
      case when i.n % 2 = 1 then 'Guest' end, case when i.n % 2 = 1 then 'Number ' || i.n end, lpad(upper(to_hex(i.n)), 10, '0'),
      now() - i.n * interval '1 minute', now() + i.n * interval '1 hour', now() + i.n * interval '1 hour', 0
    from generate_series(1, 1000) i (n) join parties p on p.n = 1 + i.n % 600
    join (select certificate_id, row_number() over (order by name) as k from certificates where kind = 'User' and tenant_id = current_tenant()) c
      on c.k = 1 + i.n / 600`,
  `insert into files (file_id, account_id, category, name, type, size, hash, session_id, uploaded_by, uploaded_by_account, created_at)
    select id_at(clock_timestamp()), account_id, 'document', 'Document ' || n || '-' || i, 'application/pdf', 1000 + n, sha256(n::text::bytea), id_at(clock_timestamp()),
      current_user_id(), account_id, now() - n * interval '1 minute' from parties, generate_series(1, 3) i`,
  `insert into environments (environment_id, account_id, customer_name, customer_environment_id, created_at)
    select id_at(clock_timestamp()), account_id, 'Customer ' || n || '-' || i, 'E-' || i, now() - n * interval '1 minute' from parties, generate_series(1, 3) i`,
]
