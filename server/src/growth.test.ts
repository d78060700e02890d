import type { Endpoint } from '@trellis/contract/endpoint'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isFull } from './testing/full.ts'
import { network, type Raw, type World } from './testing/network.ts'
import { listenTo, openPlans } from './testing/plans.ts'
import { hasProperty } from './testing/samples.ts'

/*
 * A vendor has some dozens of products and partners, or thousands. What a call reads may grow with their number, but not with its square:
 * nothing is compared with everything. Counted are the rows that the plans of a call handle, which do not depend on the machine.
 */

const [few, many] = [60, 240]
/** A part of a call that is small may take another way for more rows. A square of `many` is three times as much. */
const noise = 20_000

type Of = Record<'nordico' | 'acme' | 'fjord', string>

/** Products of a year, of which each tenth extends the one before, on every list, in stock and with a key of Acme that ends soon. */
const products = (of: Of) => (from: number, to: number) => [
  `create temp table goods as
    select n, id_at(clock_timestamp()) as product_id from generate_series(${from}, ${to - 1}) n`,
  `insert into products (product_id, sku, name, price_msrp, currency_id, is_license, license_prefix, license_activation_rule,
                         license_years, maintenance_years, extended_product_id, status)
    select g.product_id, 'G-' || g.n, 'Good ' || g.n, 10, 978, true, 'GOOD', 'activation', 1, 1,
           case when g.n % 10 = 9 then before.product_id end, 'Active'
    from goods g left join goods before on before.n = g.n - 1`,
  `insert into product_publications (product_id, owner_tenant_id) select product_id, current_tenant() from goods`,
  `insert into price_list_items (price_list_id, product_id, custom_price)
    select l.price_list_id, g.product_id, 10 from price_lists l, goods g where l.tenant_id = current_tenant()`,
  `insert into stock_balances (account_id, product_id, quantity)
    select a.account_id, g.product_id, 5 from goods g, accounts a
    where a.tenant_id = current_tenant() and a.account_id in ('${of.nordico}', '${of.acme}')`,
  `insert into licenses (license_id, serial_key, owner_id, product_id, seats, created_at, activated_at, starts_at, expires_at,
                         license_is_perpetual, maintenance_is_perpetual)
    select id_at(clock_timestamp()), md5('good' || g.n), '${of.acme}', g.product_id, 1, now() - interval '350 days',
           now() - interval '350 days', now() - interval '350 days', now() + interval '15 days', false, false
    from goods g`,
  'drop table goods',
]

/** Resellers of Nordico and buyers of Acme, each with a person, a price list, stock, a key that ends soon, two orders and a deal. */
const partners = (of: Of) => (from: number, to: number) => [
  `create temp table parties as
    select n, id_at(clock_timestamp()) as account_id, id_at(clock_timestamp()) as order_id, id_at(clock_timestamp()) as deal_id,
           id_at(clock_timestamp()) as list_id,
           case when n % 2 = 0 then '${of.nordico}'::uuid else '${of.acme}'::uuid end as parent_id,
           (select group_id from accounts where account_id = '${of.acme}') as group_id
    from generate_series(${from}, ${to - 1}) n`,
  `insert into accounts (account_id, code, name, group_id, parent_id) select account_id, 'P' || n, 'Partner ' || n, group_id, parent_id from parties`,
  `insert into account_tree (ancestor_id, descendant_id, depth)
    select account_id, account_id, 0 from parties
    union all
    select t.ancestor_id, p.account_id, t.depth + 1 from parties p
    join account_tree t on t.tenant_id = current_tenant() and t.descendant_id = p.parent_id`,
  `insert into users (user_id, account_id, email, first_name, last_name, status)
    select id_at(clock_timestamp()), account_id, 'p' || n || '@partners.example', 'Person', 'Number ' || n, 'user_active' from parties`,
  `insert into price_lists (price_list_id, account_id, name, currency_id) select list_id, account_id, 'List of ' || n, 978 from parties`,
  `insert into price_list_accounts (account_id, price_list_id, can_propagate) select account_id, list_id, true from parties`,
  `insert into price_list_items (price_list_id, product_id, custom_price) select p.list_id, g.product_id, 10 from parties p, edge g`,
  `insert into stock_balances (account_id, product_id, quantity) select p.account_id, g.product_id, 5 from parties p, edge g`,
  `insert into stock_thresholds (account_id, product_id, threshold) select p.account_id, g.product_id, 9 from parties p, edge g`,
  `insert into licenses (license_id, serial_key, owner_id, product_id, seats, created_at, activated_at, starts_at, expires_at,
                         license_is_perpetual, maintenance_is_perpetual)
    select id_at(clock_timestamp()), md5('partner' || p.n), p.account_id, g.product_id, 1, now() - interval '350 days',
           now() - interval '350 days', now() - interval '350 days', now() + interval '15 days', false, false
    from parties p, edge g`,
  `insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, created_at, approved_at, updated_at)
    select o.order_id, 'PO-' || p.n || '-' || o.status, o.order_id, p.account_id, p.parent_id, 'sell-in', o.status, 978, 10, now() - interval '9 days',
           case when o.status = 'approved' then now() - interval '8 days' end, now() - interval '8 days'
    from parties p cross join lateral (values (p.order_id, 'pending'), (id_at(clock_timestamp()), 'approved')) o (order_id, status)`,
  `insert into order_items (order_item_id, order_id, line, product_id, qt, price, amount, currency_id, list_price)
    select id_at(clock_timestamp()), o.order_id, 1, g.product_id, 1, 10, 10, 978, 10
    from orders o join parties p on p.account_id = o.buyer_id cross join edge g`,
  `insert into deals (deal_id, code, vendor_id, description, status, chance, starts_at, estimated_close_at, expires_at,
                      protection_status, protection_since, currency_id, total, created_at)
    select deal_id, 'DP-' || n, account_id, 'Opportunity ' || n, 'New', 50, now(), now() + interval '60 days', now() + interval '90 days',
           'Pending', now(), 978, 10, now() from parties`,
  `insert into deal_prospects (deal_id, prospect_id, name, vat_id, first_name, last_name, street, city, postal_code, country_code)
    select deal_id, id_at(clock_timestamp()), 'Prospect ' || n, 'IT' || lpad(n::text, 11, '0'), 'Ada', 'Rossi', 'Via Roma 1', 'Milano', '20100', 'IT' from parties`,
  `insert into deal_items (deal_item_id, deal_id, line, product_id, qt, price, amount, price_msrp, price_msrp_currency_id)
    select id_at(clock_timestamp()), p.deal_id, 1, g.product_id, 1, 10, 10, 10, 978 from parties p, edge g`,
  'drop table parties',
]

/** Orders that Acme buys and sells, pending and approved, keys that end soon, deals, certificates and files. */
const records = (of: Of) => (from: number, to: number) => [
  `create temp table runs as select n, id_at(clock_timestamp()) as deal_id from generate_series(${from}, ${to - 1}) n`,
  `create temp table drafts as
    select r.n, id_at(clock_timestamp()) as order_id, d.*, s.status
    from runs r
    cross join (values ('${of.nordico}'::uuid, '${of.acme}'::uuid), ('${of.acme}', '${of.fjord}')) d (vendor_id, buyer_id)
    cross join (values ('pending'), ('approved')) s (status)`,
  `insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, created_at, approved_at, updated_at)
    select order_id, 'RO-' || order_id, order_id, buyer_id, vendor_id, 'sell-in', status, 978, 10, now() - interval '9 days',
           case when status = 'approved' then now() - interval '8 days' end, now() - interval '8 days' from drafts`,
  `insert into order_items (order_item_id, order_id, line, product_id, qt, price, amount, currency_id, list_price)
    select id_at(clock_timestamp()), d.order_id, 1, g.product_id, 1, 10, 10, 978, 10 from drafts d, edge g`,
  `insert into stock_movements (movement_id, account_id, product_id, quantity, reason, order_id, created_at)
    select id_at(now() - interval '8 days'), d.vendor_id, g.product_id, -1, 'sale', d.order_id, now() - interval '8 days'
    from drafts d, edge g where d.status = 'approved'`,
  `insert into licenses (license_id, serial_key, owner_id, product_id, seats, created_at, activated_at, starts_at, expires_at,
                         license_is_perpetual, maintenance_is_perpetual)
    select id_at(clock_timestamp()), md5('record' || r.n), '${of.acme}', g.product_id, 1, now() - interval '350 days',
           now() - interval '350 days', now() - interval '350 days', now() + interval '15 days', false, false
    from runs r, edge g`,
  `insert into deals (deal_id, code, vendor_id, description, status, chance, starts_at, estimated_close_at, expires_at,
                      protection_status, protection_since, currency_id, total, created_at)
    select deal_id, 'DR-' || n, '${of.acme}', 'Opportunity ' || n, 'New', 50, now(), now() + interval '60 days', now() + interval '90 days',
           'Pending', now(), 978, 10, now() from runs`,
  `insert into deal_prospects (deal_id, prospect_id, name, vat_id, first_name, last_name, street, city, postal_code, country_code)
    select deal_id, id_at(clock_timestamp()), 'Customer ' || n, 'IT' || lpad(n::text, 11, '1'), 'Ada', 'Rossi', 'Via Roma 1', 'Milano', '20100', 'IT' from runs`,
  `insert into deal_items (deal_item_id, deal_id, line, product_id, qt, price, amount, price_msrp, price_msrp_currency_id)
    select id_at(clock_timestamp()), r.deal_id, 1, g.product_id, 1, 10, 10, 10, 978 from runs r, edge g`,
  `insert into issued_certificates (issued_id, certificate_id, kind, account_id, guest_first_name, guest_last_name, validation_code, created_at, expires_at,
                                    counted_from, counted_months)
    select id_at(clock_timestamp()), c.certificate_id, 'User', '${of.acme}', 'Guest', 'Number ' || r.n, lpad(upper(to_hex(r.n)), 10, '0'), now(),
           now() + interval '15 days', now(), 0
    from runs r, (select certificate_id from certificates where kind = 'User' and tenant_id = current_tenant() limit 1) c`,
  'drop table runs',
  'drop table drafts',
]

/** How each read is called: lists for their first page, records by the id of one, in that order; others are not asked. */
function callsOf(routes: World['app']['routes'], ids: Record<string, string>): (readonly [string, Endpoint, Raw])[] {
  const page = { limit: 20, includeChildren: true }
  const bodies: Record<string, object> = {
    'dashboard.orders': page,
    'dashboard.licenses': page,
    'dashboard.deals': page,
    'deals.forecast': page,
    'networkMap.read': {},
    'renewals.figures': { ...page, window: '30' },
    'renewals.rate': page,
  }
  const rowOf = (path: string) => Object.entries(ids).find(([start]) => path.startsWith(start))?.[1]
  return routes
    .filter(
      ({ name, endpoint: { file, permission, streams } }) =>
        !file && streams === null && permission !== 'operator' && permission !== 'public' && name !== 'tenants.lookup',
    )
    .flatMap(({ name, endpoint }): (readonly [string, Endpoint, Raw])[] => {
      const { method, path, list, body, params, query } = endpoint
      const asked = list && hasProperty(body, 'filterBy') ? page : bodies[name]
      if (method !== 'GET' && asked === undefined) return []
      const named = [...path.matchAll(/:(\w+)/g)].map(([, param]) => param as string)
      const id = named.includes('accountId') ? ids['/accounts'] : rowOf(path)
      if (params && (named.length !== 1 || id === undefined)) return []
      return [
        [
          name,
          endpoint,
          {
            ...(asked && { body: asked }),
            ...(params && { params: { [named[0] as string]: id } }),
            ...(query && hasProperty(query, 'buyerAccountId') && { query: { buyerAccountId: ids['/accounts'] } }),
          },
        ],
      ]
    })
}

/** One record of each kind, by the paths that read it. */
const samples = (of: Of) => `
  select json_build_object(
    '/accounts', '${of.acme}',
    '/orders', (select order_id from orders where tenant_id = current_tenant() order by created_at limit 1),
    '/licenses', (select serial_key from licenses where tenant_id = current_tenant() order by license_id limit 1),
    '/deals', (select deal_id from deals where tenant_id = current_tenant() order by deal_id limit 1),
    '/certificates/users', (select issued_id from issued_certificates where tenant_id = current_tenant() limit 1),
    '/certificates', (select certificate_id from certificates where tenant_id = current_tenant() order by name limit 1),
    '/pricelists/products', (select product_id from edge),
    '/products', (select product_id from edge),
    '/pricelists', (select price_list_id from price_lists where tenant_id = current_tenant() order by created_at limit 1)) as ids`

test.each([
  ['products', products, 'acme'],
  ['partners', partners, 'nordico'],
  ['records', records, 'acme'],
] as const)(
  'what a call reads grows with the %s, never with their square',
  { tags: ['long'] },
  async (_, growing, usual) => {
    const world = await network()
    const heard = listenTo(world)
    const plans = await openPlans(world, new Set())
    const client = new pg.Client({ connectionString: world.adminUrl })
    await client.connect()
    try {
      await client.query(`set app.tenant = '${world.tenantId}'`)
      await client.query(
        `create temp table edge as select product_id from products where sku = 'EDGE-1Y' and tenant_id = current_tenant()`,
      )
      const people = isFull ? (['vendor', 'nordico', 'acme'] as const) : [usual]
      const { nordico, acme, fjord } = world
      const of = { nordico: nordico.accountId, acme: acme.accountId, fjord: fjord.accountId }
      const grown = growing(of)
      const add = async (from: number, to: number) => {
        for (const statement of grown(from, to)) await client.query(statement)
        await client.query('analyze')
      }
      const rowsByCall = async () => {
        const {
          rows: [found],
        } = await client.query<{ ids: Record<string, string | null> }>(samples(of))
        const calls = callsOf(
          world.app.routes,
          Object.fromEntries(Object.entries(found?.ids ?? {}).flatMap(([at, id]) => (id === null ? [] : [[at, id]]))),
        )
        const rows = new Map<string, number>()
        for (const who of people) {
          for (const [name, endpoint, request] of calls) {
            heard.sent = []
            const { status } = await world[who].raw(endpoint, request)
            if (status !== 200) continue
            let sum = 0
            for (const statement of heard.sent) sum += await plans.rowsOf(statement)
            rows.set(`${name}, ${who}`, sum)
          }
        }
        return rows
      }
      await add(0, few)
      const before = await rowsByCall()
      await add(few, many)
      const after = await rowsByCall()
      const tooMany = [...after].filter(([call, rows]) => rows > noise + 1.5 * (many / few) * (before.get(call) ?? 0))
      expect(tooMany.map(([call, rows]) => `${call}: ${before.get(call)} rows, then ${rows}`)).toEqual([])
      expect([...after.keys()]).toContain(`today.list, ${usual}`)
    } finally {
      plans.end()
      await client.end()
    }
  },
)
