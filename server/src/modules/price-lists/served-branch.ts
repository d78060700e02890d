import type { MovePreview } from '@trellis/contract/network'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

const tenant = sql`(select current_tenant())`

/**
 * The lists that serve the accounts of a branch now, and those that would serve them below another parent, with the number
 * of accounts of each change. An account keeps a list of its own or one that propagates within the branch. All others get
 * the list that propagates from above the branch, which a move may change.
 *
 *   comes_down (list from above the branch, before and after) ─> served (accounts per list before and after) ─> select
 */
export const listServed = (tx: Reader, branchId: string, parentId: string) =>
  tx.rows<MovePreview['priceLists'][number]>(sql`
    with comes_down as (
      select o.price_list_id as before, n.price_list_id as after
      from offered.accounts m
      left join lateral nearest_price_list(m.parent_id, true, null) o on true
      left join lateral nearest_price_list(${parentId}::uuid, true, null) n on true
      where m.tenant_id = ${tenant} and m.account_id = ${branchId}
    ), served as (
      select coalesce(i.price_list_id, c.before) as before, coalesce(i.price_list_id, c.after) as after, count(*)::int as accounts
      from accounts_at_or_below(${branchId}) b
      join offered.accounts a on a.tenant_id = ${tenant} and a.account_id = b.account_id and a.deleted_at is null
      cross join comes_down c
      left join lateral nearest_price_list(b.account_id, false, b.depth) i on true
      group by 1, 2
    )
    select case when o.price_list_id is not null then json_build_object('id', o.price_list_id, 'name', o.name) end as before,
           case when n.price_list_id is not null then json_build_object('id', n.price_list_id, 'name', n.name) end as after,
           s.accounts,
           coalesce(exists (
             select from accounts_at_or_above(${branchId}) t where t.account_id = n.account_id and t.depth > 0
           ) and not exists (
             select from accounts_at_or_above(${parentId}) t where t.account_id = n.account_id
           ), false) as "isLeftBehind"
    from served s
    left join price_lists o on o.tenant_id = ${tenant} and o.price_list_id = s.before
    left join price_lists n on n.tenant_id = ${tenant} and n.price_list_id = s.after
    order by (s.before is not distinct from s.after), s.accounts desc, o.name, n.name`)
