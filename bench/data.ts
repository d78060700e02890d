import pg from 'pg'
import { certificates, deals, type FurtherSize, people, type Reader, readers } from './further-data.ts'

/**
 * The amount of data at scale 1. The number of accounts does not grow with the scale, so scale 10 means ten
 * times the business in the same network.
 */
export interface Size extends FurtherSize {
  distributors: number
  resellers: number
  buyers: number
  products: number
  orders: number
  licenses: number
  /** Additional pending orders to approve, for each of `pairs` buyers. */
  pendingPerPair: number
  /**
   * Without it, four even levels. `deep`: distributors below each other in chains of ten. `one-sided`: all resellers below one
   * distributor, and all buyers below one reseller.
   */
  shape?: 'deep' | 'one-sided'
}

export const pairs = 12
export const linesPerOrder = 3

export const sizeAt = (scale: number): Size => ({
  distributors: Math.max(4, Math.round(19 * Math.min(1, scale))),
  resellers: Math.max(12, Math.round(180 * Math.min(1, scale))),
  buyers: Math.max(40, Math.round(1800 * Math.min(1, scale))),
  products: 100,
  orders: Math.round(300_000 * scale),
  licenses: Math.round(1_000_000 * scale),
  deals: Math.round(50_000 * scale),
  certificates: Math.round(100_000 * scale),
  pendingPerPair: Math.max(600, Math.round(2_000 * Math.min(1, scale))),
})

export interface Loaded {
  /** A distributor with accounts below it. */
  distributorId: string
  /** Buyers for orders and sales, each with a different vendor if there are enough. */
  buyers: { accountId: string; vendorId: string; pendingOrderIds: string[] }[]
  /** The lines of a new order, at the buyers' prices. */
  items: { productId: string; quantity: number; price: number }[]
  buyerName: string
  /** Twenty products. */
  productIds: string[]
  /** Resellers, which have stock of every product. */
  resellerIds: string[]
  readers: Record<Reader, { userId: string; accountId: string }>
}

/**
 * Fills a migrated database that has one tenant, with set-based inserts: foreign key checks are off, but the
 * product's own triggers run.
 */
export async function load(
  adminUrl: string,
  tenantId: string,
  size: Size,
  say: (line: string) => void,
): Promise<Loaded> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const step = async (what: string, statement: string) => {
    const started = performance.now()
    await client.query(statement)
    say(`  ${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  try {
    await client.query(`
      set app.tenant = '${tenantId}'; set timezone = 'UTC'; set work_mem = '256MB'; set maintenance_work_mem = '512MB';
      select setseed(0.42)`)
    await client.query(everyTable('disable trigger all'))
    await client.query(everyTable('enable trigger user'))
    await step('network and catalogue', network(size))
    await step('orders', orders(size))
    await step('licenses', licenses(size))
    await step('seats', seats)
    await step('people', people)
    await step('deals', deals(size))
    await step('certificates', certificates(size))
    await step('sums', 'select fold_sums(2000000000)')
    await step('sums of licenses', sumsOfLicenses)
    await client.query(everyTable('enable trigger all'))
    await client.query('reset work_mem')
    await step('vacuum, analyze', 'vacuum (analyze)')
    return await facts(client)
  } finally {
    await client.end()
  }
}

/** As the product's job computes them: for each account with at least 10,000 licenses. */
const sumsOfLicenses = `do $$ begin while sum_account(10000) > 0 loop end loop; end $$`

const everyTable = (change: string) => `
  do $$ declare t regclass; begin
    for t in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %s ${change}', t);
    end loop;
  end $$`

/** Root, distributors, resellers and buyers; one price list for all of them; stock for every account that sells. */
const network = ({ distributors, resellers, buyers, products, shape }: Size) => `
  create temp table parties (n int, level int, parent int, account_id uuid default id_at(clock_timestamp()), name text);
  insert into parties (n, level, parent, account_id, name)
    select 0, 0, null, account_id, name from accounts where tenant_id = current_tenant() and parent_id is null;
  insert into parties (n, level, parent, name)
    select n, 1, ${shape === 'deep' ? 'case when n % 10 = 1 then 0 else n - 1 end' : 0}, 'Distributor ' || n from generate_series(1, ${distributors}) n
    union all select ${distributors} + n, 2, ${shape === 'one-sided' ? 1 : `1 + n % ${distributors}`}, 'Reseller ' || n from generate_series(1, ${resellers}) n
    union all select ${distributors + resellers} + n, 3, ${distributors} + ${shape === 'one-sided' ? 1 : `1 + n % ${resellers}`}, 'Buyer ' || n
      from generate_series(1, ${buyers}) n;
  insert into accounts (account_id, code, name, group_id, parent_id, created_at)
    select p.account_id, 'A' || p.n, p.name, g.group_id, above.account_id, now() - interval '2 years'
    from parties p join parties above on above.n = p.parent
    join account_groups g on g.tenant_id = current_tenant()
     and g.name = (array['DISTRIBUTOR', 'RESELLER_GOLD', 'BUYER'])[p.level];
  insert into account_tree (ancestor_id, descendant_id, depth)
    with recursive up as (
      select p.account_id as below, p.account_id, p.parent, 0 as depth from parties p where p.n > 0
      union all select u.below, a.account_id, a.parent, u.depth + 1 from up u join parties a on a.n = u.parent)
    select account_id, below, depth from up;

  create temp table goods (n int, product_id uuid default id_at(clock_timestamp()), price numeric);
  insert into goods (n, price) select n, 10 + n * 3.5 from generate_series(0, ${products - 1}) n;
  insert into products (product_id, sku, name, price_msrp, currency_id, is_license, license_prefix, license_activation_rule,
                        license_years, maintenance_years, subscription_id, status)
    select g.product_id, 'SKU-' || to_char(g.n, 'FM999000'), 'Product ' || g.n, g.price, 978, true, 'BENCH', 'activation', 1, 1, 1, 'Active'
    from goods g;
  insert into product_publications (product_id, owner_tenant_id) select product_id, current_tenant() from goods;
  create temp table lists as select id_at(clock_timestamp()) as price_list_id;
  insert into price_lists (price_list_id, account_id, name, currency_id)
    select l.price_list_id, p.account_id, 'List', 978 from lists l, parties p where p.n = 0;
  insert into price_list_items (price_list_id, product_id, custom_price) select l.price_list_id, g.product_id, g.price from lists l, goods g;
  insert into price_list_accounts (account_id, price_list_id, can_propagate)
    select p.account_id, l.price_list_id, true from parties p, lists l where p.level = 1;

  insert into stock_movements (movement_id, account_id, product_id, quantity, reason)
    select id_at(clock_timestamp()), p.account_id, g.product_id, 1000000, 'import' from parties p, goods g where p.level < 3;
  insert into stock_balances (account_id, product_id, quantity)
    select p.account_id, g.product_id, 1000000 from parties p, goods g where p.level < 3;
  analyze parties; analyze goods; analyze account_tree; analyze accounts`

/**
 * One year of orders, most of them approved, with some buyers buying far more than others, and the pending
 * orders to approve.
 */
const orders = ({ distributors, resellers, buyers, products, orders, pendingPerPair }: Size) => `
  create temp table drafts as
    select d.n, null::int as pair, id_at(d.created_at) as order_id, b.account_id as buyer_id, v.account_id as vendor_id, d.created_at,
           case when d.chance < 0.90 then 'approved' when d.chance < 0.94 then 'pending' when d.chance < 0.98 then 'canceled' else 'revoked' end as status,
           least(d.created_at + d.wait * interval '2 days', now()) as settled_at
    from (
      select n, random() as chance, random() as wait,
             now() - interval '365 days' * (1 - n::float8 / ${orders + 1}) as created_at,
             1 + floor(power(random(), 1.3) * ${distributors + resellers + buyers})::int as buyer
      from generate_series(1, ${orders}) n
    ) d
    join parties b on b.n = ${distributors + resellers + buyers} + 1 - d.buyer
    join parties v on v.n = b.parent;
  create temp table draft_lines as
    select d.n, l as line, (d.n * 7 + l * 31 + floor(random() * 20)::int) % ${products} as good, 1 + floor(random() * 10)::int as qt
    from drafts d, generate_series(1, ${linesPerOrder}) l;

  create temp table pairs as
    select (row_number() over (order by b.n))::int as pair, b.account_id as buyer_id, v.account_id as vendor_id
    from (select * from parties where level = 3 order by n limit ${pairs}) b join parties v on v.n = b.parent;
  insert into drafts
    select ${orders} + (p.pair - 1) * ${pendingPerPair} + i, p.pair, id_at(now() + i * interval '1 second' - interval '6 hours'), p.buyer_id, p.vendor_id,
           now() + i * interval '1 second' - interval '6 hours', 'pending', now()
    from pairs p, generate_series(1, ${pendingPerPair}) i;
  insert into draft_lines
    select ${orders} + (p.pair - 1) * ${pendingPerPair} + i, l, (p.pair * 11 + l * 31) % ${products}, l
    from pairs p, generate_series(1, ${pendingPerPair}) i, generate_series(1, ${linesPerOrder}) l;
  analyze drafts; analyze draft_lines;

  insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, created_at, approved_at, updated_at)
    select d.order_id, 'SO-' || extract(year from d.created_at at time zone 'UTC') || '-' || lpad(d.n::text, 6, '0'), d.order_id,
           d.buyer_id, d.vendor_id, 'sell-in', d.status, 978, s.total, d.created_at,
           case when d.status in ('approved', 'revoked') then d.settled_at end, d.created_at
    from drafts d
    join (select l.n, sum(l.qt * g.price) as total from draft_lines l join goods g on g.n = l.good group by l.n) s on s.n = d.n
    order by d.n;
  insert into order_items (order_item_id, order_id, line, product_id, qt, price, amount, currency_id, price_list_id, price_list_name, list_price)
    select id_at(d.created_at), d.order_id, l.line, g.product_id, l.qt, g.price, l.qt * g.price, 978, p.price_list_id, 'List', g.price
    from draft_lines l join drafts d on d.n = l.n join goods g on g.n = l.good cross join lists p
    order by d.n, l.line;
  insert into order_history (order_id, history_id, status, source, created_at)
    select order_id, id_at(created_at), 'pending', 'bench', created_at from drafts order by n;
  insert into order_history (order_id, history_id, status, source, created_at)
    select order_id, id_at(settled_at), status, 'bench', settled_at from drafts where status <> 'pending' order by n`

const licenses = ({ distributors, resellers, buyers, products, licenses }: Size) => {
  const owners = resellers + buyers
  const batch = 250_000
  const batches = Array.from({ length: Math.ceil(licenses / batch) }, (_, i) => [
    i * batch + 1,
    Math.min(licenses, (i + 1) * batch),
  ])
  return batches
    .map(
      ([first, last]) => `
  insert into licenses (license_id, serial_key, product_id, owner_id, seats, created_at, activated_at, starts_at, expires_at,
                        maintenance_expires_at, license_is_perpetual, maintenance_is_perpetual)
    select id_at(l.created_at),
           'BENCH-' || substr(l.key, 1, 5) || '-' || substr(l.key, 6, 5) || '-' || substr(l.key, 11, 5) || '-' || substr(l.key, 16, 5),
           g.product_id, p.account_id, 1 + l.n % 5, l.created_at, l.started_at, l.started_at,
           l.started_at + interval '1 year', l.started_at + interval '1 year', false, false
    from (
      select x.n, upper(md5(x.n::text)) as key, x.created_at, x.owner,
             case when x.chance < 0.6 then x.created_at + x.chance * interval '20 days' end as started_at
      from (
        select n, random() as chance, now() - interval '365 days' * (1 - n::float8 / ${licenses + 1}) as created_at,
               ${distributors} + 1 + floor(random() * ${owners})::int as owner
        from generate_series(${first}, ${last}) n
      ) x
    ) l
    join parties p on p.n = l.owner
    join goods g on g.n = l.n % ${products}
    order by l.n`,
    )
    .join(';')
}

/** A device on every fourth license that was activated. */
const seats = `
  insert into license_seats (license_seat_id, license_id, device_uuid, created_at)
    select id_at(clock_timestamp()), l.license_id, 'device', l.activated_at
    from (select license_id, activated_at, row_number() over (order by license_id) as n from licenses where activated_at is not null) l
    where l.n % 4 = 0`

async function facts(client: pg.Client): Promise<Loaded> {
  const { rows } = await client.query<Loaded>(
    `
    select
      (select account_id from parties where n = 1) as "distributorId",
      (select name from parties where level = 3 order by n desc limit 1) as "buyerName",
      (select json_agg(json_build_object('accountId', p.buyer_id, 'vendorId', p.vendor_id, 'pendingOrderIds',
                (select json_agg(d.order_id) from drafts d where d.pair = p.pair)) order by p.pair) from pairs p) as buyers,
      (select json_agg(json_build_object('productId', g.product_id, 'quantity', g.n + 1, 'price', g.price) order by g.n)
       from goods g where g.n < ${linesPerOrder}) as items,
      (select json_agg(product_id) from goods where n < 20) as "productIds",
      (select json_agg(account_id) from (select account_id from parties where level = 2 order by n limit ${pairs}) r) as "resellerIds",
      (select json_object_agg(split_part(u.email::text, '@', 1), json_build_object('userId', u.user_id, 'accountId', u.account_id))
       from users u where u.email = any($1::citext[])) as readers`,
    [Object.values(readers)],
  )
  return rows[0] as Loaded
}
