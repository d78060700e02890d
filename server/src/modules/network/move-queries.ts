import { sql } from '../../platform/database/sql.ts'
import type { Read, Tx } from '../../platform/database/tx.ts'
import type { Move } from './rules.ts'

const tenant = sql`(select current_tenant())`

/** How the account stands to the parent it would get. Undefined when either does not live. */
export const findMove = (tx: Read, accountId: string, parentId: string) =>
  tx.row<Move & { isThere: boolean }>(sql`
    select json_build_object(
             'parentLevel', pg.level,
             'nextLevel', (select min(level) from account_groups where tenant_id = p.tenant_id and level > pg.level),
             'level', ag.level) as place,
           a.parent_id is null as "isRoot",
           exists (select from account_tree t where t.tenant_id = a.tenant_id and t.ancestor_id = a.account_id
                   and t.descendant_id = p.account_id) as "closesACycle",
           (select og.level from accounts o join account_groups og on og.tenant_id = o.tenant_id and og.group_id = o.group_id
            where o.tenant_id = a.tenant_id and o.account_id = a.parent_id) as "currentParentLevel",
           a.parent_id is not distinct from p.account_id as "isThere"
    from accounts a
    join account_groups ag on ag.tenant_id = a.tenant_id and ag.group_id = a.group_id
    join accounts p on p.tenant_id = a.tenant_id and p.account_id = ${parentId} and p.deleted_at is null
    join account_groups pg on pg.tenant_id = p.tenant_id and pg.group_id = p.group_id
    where a.tenant_id = ${tenant} and a.account_id = ${accountId} and a.deleted_at is null`)

/** Accounts above the account that would no longer be, and those that would be from then on, nearest first. */
export const findAncestorChange = (tx: Read, accountId: string, parentId: string) =>
  tx.row<{ losing: Above[]; gaining: Above[] }>(sql`
    with before as (
      select ancestor_id as id, depth from account_tree
      where tenant_id = ${tenant} and descendant_id = ${accountId} and depth > 0
    ), after as (
      select ancestor_id as id, depth from account_tree where tenant_id = ${tenant} and descendant_id = ${parentId}
    ), losing as (select * from before where id not in (select id from after)),
    gaining as (select * from after where id not in (select id from before))
    select (select coalesce(json_agg(json_build_object('id', a.account_id, 'name', a.name) order by l.depth), '[]')
            from losing l join accounts a on a.tenant_id = ${tenant} and a.account_id = l.id) as losing,
           (select coalesce(json_agg(json_build_object('id', a.account_id, 'name', a.name) order by g.depth), '[]')
            from gaining g join accounts a on a.tenant_id = ${tenant} and a.account_id = g.id) as gaining`)

interface Above {
  id: string
  name: string
}

/** How many stuck orders are named. */
const named = 10

/** Pending orders of the branch from a vendor that would no longer be above the buyer. */
export const findStuckOrders = (tx: Read, accountId: string, losing: string[]) =>
  tx.row<{ pendingOrders: number; orders: { orderId: string; orderCode: string }[] }>(sql`
    with stuck as (
      select o.order_id as "orderId", o.code as "orderCode", o.created_at
      from orders o
      join account_tree t on t.tenant_id = o.tenant_id and t.ancestor_id = ${accountId} and t.descendant_id = o.buyer_id
      where o.tenant_id = ${tenant} and o.status = 'pending' and o.vendor_id = any(${losing}::uuid[])
    )
    select (select count(*)::int from stuck) as "pendingOrders",
           (select coalesce(json_agg(json_build_object('orderId', s."orderId", 'orderCode', s."orderCode")), '[]')
            from (select * from stuck order by created_at desc, "orderId" limit ${named}) s) as orders`)

/** The new parent, and who lies below whom from now on. Answers how many accounts moved. */
export async function hangBelow(tx: Tx, accountId: string, parentId: string): Promise<number> {
  await tx.run(sql`
    update accounts set parent_id = ${parentId} where tenant_id = ${tenant} and account_id = ${accountId}`)
  await tx.run(sql`
    delete from account_tree t using account_tree above, account_tree branch
    where above.tenant_id = ${tenant} and above.descendant_id = ${accountId} and above.depth > 0
      and branch.tenant_id = above.tenant_id and branch.ancestor_id = ${accountId}
      and t.tenant_id = above.tenant_id and t.ancestor_id = above.ancestor_id and t.descendant_id = branch.descendant_id`)
  await tx.run(sql`
    insert into account_tree (ancestor_id, descendant_id, depth)
    select above.ancestor_id, branch.descendant_id, above.depth + branch.depth + 1
    from account_tree above
    join account_tree branch on branch.tenant_id = above.tenant_id and branch.ancestor_id = ${accountId}
    where above.tenant_id = ${tenant} and above.descendant_id = ${parentId}`)
  const moved = await tx.row<{ count: number }>(sql`
    select count(*) from account_tree where tenant_id = ${tenant} and ancestor_id = ${accountId}`)
  return moved?.count ?? 0
}

export interface Listed {
  accounts: number
  users: number
  ordersBought: number
  ordersSold: number
  licenses: number
}

/** What hangs on the branch. */
export const countBranch = (tx: Read, accountId: string) =>
  tx.row<Listed>(sql`
    select (select count(*)::int from account_tree t
            join accounts a on a.tenant_id = t.tenant_id and a.account_id = t.descendant_id and a.deleted_at is null
            where t.tenant_id = ${tenant} and t.ancestor_id = ${accountId}) as accounts,
           (select count(*)::int from account_tree t
            join users u on u.tenant_id = t.tenant_id and u.account_id = t.descendant_id and u.deleted_at is null
            where t.tenant_id = ${tenant} and t.ancestor_id = ${accountId}) as users,
           (select coalesce(sum(orders), 0)::int from order_tallies
            where tenant_id = ${tenant} and account_id = ${accountId} and side = 'b' and not own) as "ordersBought",
           (select coalesce(sum(orders), 0)::int from order_tallies
            where tenant_id = ${tenant} and account_id = ${accountId} and side = 'v' and not own) as "ordersSold",
           (select coalesce(sum(licenses), 0)::int from license_tallies
            where tenant_id = ${tenant} and account_id = ${accountId} and not own) as licenses`)

export interface ServedBy {
  before: Above | null
  after: Above | null
  accounts: number
  isLeftBehind: boolean
}

/**
 * By which list the living accounts of the branch are served now and then. What an account has of its own, or is passed
 * on from within the branch, stays; the others get what comes down from above, which is one list before and one after.
 */
export const listServedBy = (tx: Read, accountId: string, parentId: string) =>
  tx.rows<ServedBy>(sql`
    with comes_down as (
      select o.price_list_id as before, n.price_list_id as after
      from accounts m
      left join lateral nearest_price_list(m.parent_id, true, null) o on true
      left join lateral nearest_price_list(${parentId}::uuid, true, null) n on true
      where m.tenant_id = ${tenant} and m.account_id = ${accountId}
    ), served as (
      select coalesce(i.price_list_id, c.before) as before, coalesce(i.price_list_id, c.after) as after, count(*)::int as accounts
      from account_tree b
      join accounts a on a.tenant_id = b.tenant_id and a.account_id = b.descendant_id and a.deleted_at is null
      cross join comes_down c
      left join lateral nearest_price_list(b.descendant_id, false, b.depth) i on true
      where b.tenant_id = ${tenant} and b.ancestor_id = ${accountId}
      group by 1, 2
    )
    select case when o.price_list_id is not null then json_build_object('id', o.price_list_id, 'name', o.name) end as before,
           case when n.price_list_id is not null then json_build_object('id', n.price_list_id, 'name', n.name) end as after,
           s.accounts,
           coalesce(exists (
             select from account_tree t
             where t.tenant_id = ${tenant} and t.ancestor_id = n.account_id and t.descendant_id = ${accountId} and t.depth > 0
           ) and not exists (
             select from account_tree t
             where t.tenant_id = ${tenant} and t.ancestor_id = n.account_id and t.descendant_id = ${parentId}
           ), false) as "isLeftBehind"
    from served s
    left join price_lists o on o.tenant_id = ${tenant} and o.price_list_id = s.before
    left join price_lists n on n.tenant_id = ${tenant} and n.price_list_id = s.after
    order by (s.before is not distinct from s.after), s.accounts desc, o.name, n.name`)
