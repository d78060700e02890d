import type { InTheWay } from '@trellis/contract/network'
import { sql } from '../../platform/database/sql.ts'
import type { Read, Tx } from '../../platform/database/tx.ts'
import type { Place } from './rules.ts'

/** From now until the end of the transaction the tree stands as it is: accounts may be added, none is moved. */
export const holdTree = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock_shared(tree_lock())`)

/** How long a move waits for others before it gives up (RQ503): whoever comes after it waits as well. */
const patience = '1200ms'
/** How long one of its statements may take: a branch with a million orders is much to rewrite. */
const atMost = '120s'

/** From now until the end of the transaction nobody else adds or moves an account, an order or a license. */
export async function claimTree(tx: Tx): Promise<void> {
  await tx.run(
    sql`select set_config('lock_timeout', ${patience}, true), set_config('statement_timeout', ${atMost}, true)`,
  )
  await tx.run(sql`select pg_advisory_xact_lock(tree_lock())`)
}

/** Where an account of that group would stand below that parent, which nobody deletes meanwhile. */
export const findPlace = (tx: Tx, parentId: string, groupId: number) =>
  tx.row<Place>(sql`
    select pg.level as "parentLevel",
           (select min(level) from account_groups where tenant_id = p.tenant_id and level > pg.level) as "nextLevel",
           (select level from account_groups where tenant_id = p.tenant_id and group_id = ${groupId}) as level
    from accounts p join account_groups pg using (tenant_id, group_id)
    where p.tenant_id = (select current_tenant()) and p.account_id = ${parentId} and p.deleted_at is null
    for share of p`)

export const findRole = (tx: Read, name: string) =>
  tx.row<{ roleId: number }>(sql`
    select role_id as "roleId" from roles where tenant_id = (select current_tenant()) and name = ${name}`)

/** Nobody orders, opens a child or adds a user there meanwhile: all of these need the account's row. */
export const lockAccount = (tx: Tx, accountId: string) =>
  tx.row<{ accountId: string }>(sql`
    select account_id as "accountId" from accounts
    where tenant_id = (select current_tenant()) and account_id = ${accountId} and deleted_at is null for update`)

/** How many of each are named. */
const named = 10

/** All that keeps an account from being deleted, in one look. */
export const findInTheWay = (tx: Read, accountId: string) =>
  tx.row<Omit<InTheWay, 'ownAccount'>>(sql`
    with children as (
      select account_id as id, name from accounts
      where tenant_id = (select current_tenant()) and parent_id = ${accountId} and deleted_at is null
    ), pending as (
      select order_id as "orderId", code as "orderCode", created_at from orders
      where tenant_id = (select current_tenant()) and status = 'pending' and buyer_id = ${accountId}
      union
      select order_id, code, created_at from orders
      where tenant_id = (select current_tenant()) and status = 'pending' and vendor_id = ${accountId}
    ), stock as (
      select s.product_id as "productId", p.sku, p.name as "productName", s.quantity
      from stock_balances s
      join product_publications b on b.tenant_id = s.tenant_id and b.product_id = s.product_id
      join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
      where s.tenant_id = (select current_tenant()) and s.account_id = ${accountId} and s.quantity <> 0
    )
    select (select count(*)::int from children) as children,
           (select coalesce(json_agg(c), '[]') from (select * from children order by name, id limit ${named}) c) as "childAccounts",
           (select count(*)::int from pending) as "pendingOrders",
           (select coalesce(json_agg(json_build_object('orderId', o."orderId", 'orderCode', o."orderCode")), '[]')
            from (select * from pending order by created_at desc, "orderId" limit ${named}) o) as orders,
           (select count(*)::int from stock) as "stockProducts",
           (select coalesce(json_agg(s), '[]') from (select * from stock order by sku limit ${named}) s) as stock`)

export const markDeleted = (tx: Tx, accountId: string) =>
  tx.run(sql`
    update accounts set deleted_at = clock()
    where tenant_id = (select current_tenant()) and account_id = ${accountId} and deleted_at is null`)

/** Takes the account's list from it, so that the list is not in use for ever by somebody who cannot be found. */
export const dropAssociation = (tx: Tx, accountId: string) =>
  tx.row<{ priceListId: string; canPropagate: boolean }>(sql`
    delete from price_list_accounts where tenant_id = (select current_tenant()) and account_id = ${accountId}
    returning price_list_id as "priceListId", can_propagate as "canPropagate"`)
