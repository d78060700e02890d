import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { found } from '../../platform/refusal.ts'
import type { Dependents, PendingOrders } from '../accounts/index.ts'

const tenant = sql`(select current_tenant())`

/** The maximum number of orders listed by code. */
const named = 10

/** The number of pending orders that prevent a change, and the newest of them. */
const inTheWay = async (tx: Reader, orders: Sql): Promise<PendingOrders> =>
  found(
    await tx.row<PendingOrders>(sql`
      with pending as (${orders})
      select (select count(*)::int from pending) as "pendingOrders",
             (select coalesce(json_agg(json_build_object('orderId', o.order_id, 'orderCode', o.code)), '[]')
              from (select * from pending order by created_at desc, order_id limit ${named}) o) as orders`),
  )

/** The part of orders in deleting and moving an account. */
export const ordersOfAccounts: Dependents['orders'] = {
  findPending: (tx, accountId) =>
    inTheWay(
      tx,
      sql`
      select order_id, code, created_at from orders
      where tenant_id = ${tenant} and status = 'pending' and buyer_id = ${accountId}
      union
      select order_id, code, created_at from orders
      where tenant_id = ${tenant} and status = 'pending' and vendor_id = ${accountId}`,
    ),

  findPendingFrom: (tx, branchId, vendorIds) =>
    inTheWay(
      tx,
      sql`
      select o.order_id, o.code, o.created_at
      from accounts_at_or_below(${branchId}) t
      join orders o on o.buyer_id = t.account_id
      where o.tenant_id = ${tenant} and o.status = 'pending' and o.vendor_id = any(${vendorIds}::uuid[])`,
    ),

  countOrders: async (tx, branchId) =>
    found(
      await tx.row<{ ordersBought: number; ordersSold: number }>(sql`
        select coalesce(sum(orders) filter (where list = 'b'), 0)::int as "ordersBought",
               coalesce(sum(orders) filter (where list = 'v'), 0)::int as "ordersSold"
        from offered.order_tallies where tenant_id = ${tenant} and account_id = ${branchId} and not own`),
    ),
}
