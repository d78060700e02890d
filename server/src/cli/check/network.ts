import { firstLevelWithoutChildren } from '@trellis/contract/placement'
import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

/** Accounts form one tree, and the closure table agrees with the parents. */
export const networkInvariants: Invariant[] = [
  {
    name: 'there is one root',
    broken: sql`
      select 'there are ' || count(*) || ' accounts without a parent' as what
      from accounts where tenant_id = ${here} and parent_id is null having count(*) <> 1`,
  },
  {
    name: 'every account hangs on the root',
    broken: sql`
      with recursive hanging as (
        select account_id from accounts where tenant_id = ${here} and parent_id is null
        union select a.account_id from accounts a join hanging h on h.account_id = a.parent_id where a.tenant_id = ${here}
      )
      select 'account ' || code || ' does not hang on the root' as what
      from accounts where tenant_id = ${here} and account_id not in (select account_id from hanging)`,
  },
  {
    name: 'the tree says what the parents say',
    broken: sql`
      with recursive above as (
        select account_id as ancestor_id, account_id as descendant_id, 0 as depth from accounts where tenant_id = ${here}
        -- A circle would never end: nobody lies deeper than there are accounts.
        union all
        select p.parent_id, b.descendant_id, b.depth + 1
        from above b join accounts p on p.tenant_id = ${here} and p.account_id = b.ancestor_id
        where p.parent_id is not null and b.depth < 100
      ), kept as (
        select ancestor_id, descendant_id, depth from account_tree where tenant_id = ${here}
      )
      select case when k.depth is null then 'the tree lacks ' else 'the tree has too much or otherwise: ' end
          || coalesce(d.code, '?') || ' below ' || coalesce(a.code, '?') as what
      from above b
      full join kept k on (k.ancestor_id, k.descendant_id, k.depth) = (b.ancestor_id, b.descendant_id, b.depth)
      left join accounts a on a.tenant_id = ${here} and a.account_id = coalesce(b.ancestor_id, k.ancestor_id)
      left join accounts d on d.tenant_id = ${here} and d.account_id = coalesce(b.descendant_id, k.descendant_id)
      where b.depth is null or k.depth is null`,
  },
  {
    name: 'a parent is more senior than its children, and no buyer',
    broken: sql`
      select 'account ' || c.code || ' (' || cg.name || ') lies below ' || p.code || ' (' || pg.name || ')' as what
      from accounts c
      join account_groups cg on cg.tenant_id = c.tenant_id and cg.group_id = c.group_id
      join accounts p on p.tenant_id = c.tenant_id and p.account_id = c.parent_id
      join account_groups pg on pg.tenant_id = p.tenant_id and pg.group_id = p.group_id
      where c.tenant_id = ${here} and (pg.level >= ${firstLevelWithoutChildren} or cg.level <= pg.level)`,
  },
  {
    name: 'no living account lies below a deleted one',
    broken: sql`
      select 'account ' || c.code || ' lies below ' || p.code || ', which is deleted' as what
      from accounts c join accounts p on p.tenant_id = c.tenant_id and p.account_id = c.parent_id
      where c.tenant_id = ${here} and c.deleted_at is null and p.deleted_at is not null`,
  },
  {
    name: 'every account has an address',
    broken: sql`
      select 'account ' || a.code || ' has no address' as what
      from accounts a
      where a.tenant_id = ${here}
        and not exists (select from addresses d where d.tenant_id = a.tenant_id and d.account_id = a.account_id)`,
  },
]
