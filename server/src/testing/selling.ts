import { orders } from '@trellis/contract/orders'
import pg from 'pg'
import type { Person, World } from './network.ts'

type Wanted = Record<string, number>

/** Helpers for tests of orders and stock. */
export function selling(world: World) {
  const productOf = (sku: string) => {
    const product = world.products[sku]
    if (!product) throw new Error(`There is no ${sku}`)
    return product
  }
  /** Items of a payload at the list's prices, or at others. */
  const items = (wanted: Wanted, prices: Record<string, number> = {}) =>
    Object.entries(wanted).map(([sku, quantity]) => {
      const { productId, price } = productOf(sku)
      return { productId, quantity, price: prices[sku] ?? Number(price) }
    })
  const change = (who: Person, id: string, status: 'pending' | 'approved' | 'canceled' | 'revoked') =>
    who.call(orders.changeStatus, { params: { id }, body: { status } })
  const request = (buyer: Person, wanted: Wanted) => buyer.call(orders.create, { body: { items: items(wanted) } })
  const offer = (seller: Person, buyer: Person, wanted: Wanted) =>
    seller.call(orders.create, { body: { buyerAccountId: buyer.accountId, items: items(wanted) } })
  /** An approved sale. */
  const sell = async (seller: Person, buyer: Person, wanted: Wanted) => {
    const order = await offer(seller, buyer, wanted)
    await change(seller, order.id, 'approved')
    return order
  }
  /** Issues stock of the vendor. */
  const issue = async (wanted: Wanted) => {
    const order = await request(world.vendor, wanted)
    await change(world.vendor, order.id, 'approved')
    return order
  }
  return { productOf, items, change, request, offer, sell, issue }
}

/** Reads rows as superuser, without row-level security. */
export async function raw<T>(world: Pick<World, 'adminUrl'>, query: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client(world.adminUrl)
  await client.connect()
  try {
    return (await client.query(query, values)).rows as T[]
  } finally {
    await client.end()
  }
}

/** Violations of the rules of orders and stock (rules S1 to S3), computed from raw rows; empty when there are none. */
export const discrepancies = (world: World): Promise<unknown[]> => raw(world, allChecks())

/** The same for many calls: over one connection, with a prepared statement. */
export async function openDiscrepancies({ adminUrl }: Pick<World, 'adminUrl'>) {
  const client = new pg.Client(adminUrl)
  await client.connect()
  // Only such plans are kept: to plan these checks takes longer than to run them.
  await client.query('set plan_cache_mode = force_generic_plan')
  return {
    find: async (): Promise<unknown[]> => (await client.query({ name: 'checks', text: allChecks() })).rows,
    close: () => client.end(),
  }
}

const allChecks = () =>
  checks.map((check, n) => `select ${n} as check, to_jsonb(x) as row from (${check}) x`).join(' union all ')

const sums = `select account_id, product_id, sum(quantity) as quantity, count(*) as movements from stock_movements group by 1, 2`
const promised = `
  select o.vendor_id as account_id, i.product_id, sum(i.qt) as held
  from orders o join order_items i using (tenant_id, order_id)
  where o.status = 'pending' and o.origin = 'sell-out' group by 1, 2`
const sides = `
  select o.tenant_id, t.ancestor_id as account_id, s.side, t.depth, o.order_id, o.created_at, o.status, o.invoiced, o.paid, o.currency_id, o.total
  from orders o
  cross join lateral (values ('b', o.buyer_id), ('v', o.vendor_id)) as s (side, party)
  join account_tree t on t.tenant_id = o.tenant_id and t.descendant_id = s.party`

const checks = [
  // A balance is the sum of its movements.
  `select b.*, m.quantity as ledger from stock_balances b full join (${sums}) m using (account_id, product_id)
   where coalesce(b.quantity, 0) <> coalesce(m.quantity, 0) or coalesce(b.movements, 0) <> coalesce(m.movements, 0)`,
  // What is held equals the pending sales.
  `select b.*, p.held as promised from stock_balances b full join (${promised}) p using (account_id, product_id)
   where coalesce(b.held, 0) <> coalesce(p.held, 0)`,
  // Below the root no balance is negative, or less than what is held.
  `select b.* from stock_balances b join accounts a using (tenant_id, account_id)
   where a.parent_id is not null and (b.quantity < 0 or b.quantity < b.held)`,
  // What one account gives, another receives.
  `select order_id, product_id, sum(quantity) from stock_movements where reason in ('sale', 'purchase')
   group by 1, 2 having sum(quantity) <> 0`,
  // Stock is created only by issues and opening balances, and leaves only by licenses and revoked issues.
  `select product_id, sum(quantity) filter (where made) as made, sum(quantity) filter (where not made) as moved
   from (select m.product_id, m.quantity, m.reason in ('issue', 'import', 'license')
                or m.reason = 'revoke' and o.vendor_id = o.buyer_id as made
         from stock_movements m left join orders o using (tenant_id, order_id)) m
   group by 1 having sum(quantity) filter (where not made) <> 0`,
  // An order's total is the sum of its lines, each rounded once.
  `select o.code, o.total, sum(i.amount) from orders o join order_items i using (tenant_id, order_id)
   join currencies c on c.currency_id = o.currency_id
   group by o.tenant_id, o.order_id having o.total <> sum(i.amount)
     or bool_or(i.amount <> round(i.qt * i.price, c.minor_units))`,
  // The status is that of the newest history entry.
  `select o.code, o.status, h.status as newest from orders o
   join lateral (select h.status from order_history h where h.order_id = o.order_id order by h.history_id desc limit 1) h on true
   where o.status <> h.status`,
  // Every change of status is in the audit log exactly once.
  `select o.code from orders o
   where (select count(*) from order_history h where h.order_id = o.order_id)
      <> (select count(*) from audit_log l where l.entity = 'order' and l.entity_id = o.order_id::text
          and l.action in ('order.created', 'order.approved', 'order.canceled', 'order.revoked',
            'order.part_returned'))`,
  // Every account at or above a party lists the order.
  `select x.*, s.order_id as listed from (${sides}) x
   full join offered.order_scopes s on s.tenant_id = x.tenant_id and s.account_id = x.account_id and s.list = x.side::"char"
     and s.order_id = x.order_id and s.created_at = x.created_at
   where x.order_id is null or s.order_id is null`,
  // The tallies equal the counted orders.
  `select * from (
     select account_id, side, own, status, invoiced, paid, currency_id, count(*) as orders, sum(total) as amount
     from (${sides}) x cross join lateral (select false as own union all select true where x.depth = 0) w group by 1, 2, 3, 4, 5, 6, 7
   ) counted
   full join (
     select account_id, list::text as side, own, status, invoiced, paid, currency_id, sum(orders) as orders, sum(amount) as amount
     from offered.order_tallies group by 1, 2, 3, 4, 5, 6, 7
   ) tallied using (account_id, side, own, status, invoiced, paid, currency_id)
   where coalesce(counted.orders, 0) <> coalesce(tallied.orders, 0) or coalesce(counted.amount, 0) <> coalesce(tallied.amount, 0)`,
  // What a tenant has used of its quota equals its files and what its uploads reserve.
  `select u.* from file_usage u where u.bytes <>
     (select coalesce(sum(f.size), 0) from files f where f.tenant_id = u.tenant_id) +
     (select coalesce(sum(n.reserved), 0) from file_uploads n where n.tenant_id = u.tenant_id)`,
]
