import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Move } from './rules.ts'

const tenant = sql`(select current_tenant())`

/** The relation of an account to its possible new parent. Undefined when either is deleted. */
export const findMove = (tx: Reader, accountId: string, parentId: string) =>
  tx.row<Move & { isThere: boolean }>(sql`
    select json_build_object('parentLevel', pg.level, 'level', ag.level) as placement,
           array(select level from offered.account_groups where tenant_id = a.tenant_id) as levels,
           a.parent_id is null as "isRoot",
           exists (select from account_tree t where t.tenant_id = a.tenant_id and t.ancestor_id = a.account_id
                   and t.descendant_id = p.account_id) as "closesACycle",
           (select og.level from accounts o join offered.account_groups og on og.tenant_id = o.tenant_id and og.group_id = o.group_id
            where o.tenant_id = a.tenant_id and o.account_id = a.parent_id) as "currentParentLevel",
           a.parent_id is not distinct from p.account_id as "isThere"
    from accounts a
    join offered.account_groups ag on ag.tenant_id = a.tenant_id and ag.group_id = a.group_id
    join accounts p on p.tenant_id = a.tenant_id and p.account_id = ${parentId} and p.deleted_at is null
    join offered.account_groups pg on pg.tenant_id = p.tenant_id and pg.group_id = p.group_id
    where a.tenant_id = ${tenant} and a.account_id = ${accountId} and a.deleted_at is null`)

/** The accounts that would no longer be above the account after the move, and those that would newly be, nearest first. */
export const findAncestorChange = (tx: Reader, accountId: string, parentId: string) =>
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

/** Sets the new parent and rewrites the tree rows of the branch. Returns how many accounts were moved. */
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

/** The number of accounts in a branch that are not deleted, including its top account. */
export async function countAccounts(tx: Reader, branchId: string): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from account_tree t
    join accounts a on a.tenant_id = t.tenant_id and a.account_id = t.descendant_id and a.deleted_at is null
    where t.tenant_id = ${tenant} and t.ancestor_id = ${branchId}`)
  return row?.count ?? 0
}
