import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { MovedBranch } from './dependents.ts'

const tenant = sql`(select current_tenant())`

/**
 * After a branch has moved: removes its records from the lists and counters of the accounts that are no longer above it, and
 * adds them to those of the accounts that are now (`counted` in server/schema/accounts.sql). The rows to move are taken from
 * the branch's own lists. The caller has locked the tree.
 */
export async function rescopeLists(tx: Tx, { accountId, lost, gained }: MovedBranch): Promise<void> {
  // The letters of the lists, each found by one step in the key: the counters of all accounts are not read.
  await tx.run(sql`
    with recursive lists as (
      (select list from tallies where tenant_id = ${tenant} order by list limit 1)
      union all
      select n.list from lists l
      cross join lateral (
        select t.list from tallies t where t.tenant_id = ${tenant} and t.list > l.list order by t.list limit 1) n
    )
    insert into tallies (list, account_id, own, state, currency_id, slot, records, amount)
    select r.list, a.account_id, false, r.state, r.currency_id, 0, a.sign * sum(r.records), a.sign * sum(r.amount)
    from lists l
    join tallies r on r.tenant_id = ${tenant} and r.list = l.list and r.account_id = ${accountId} and not r.own
    cross join (
      select unnest(${lost}::uuid[]) as account_id, -1 as sign union all select unnest(${gained}::uuid[]), 1) a
    group by a.account_id, a.sign, r.list, r.state, r.currency_id
    order by r.list, a.account_id, r.state, r.currency_id
    on conflict (tenant_id, list, account_id, own, state, currency_id, slot)
    do update set records = tallies.records + excluded.records, amount = tallies.amount + excluded.amount`)
  // An update instead of a deletion and an insert, where it is possible.
  const pairs = Math.min(lost.length, gained.length)
  for (let n = 0; n < pairs; n++) {
    await tx.run(sql`
      update scopes s set account_id = ${gained[n]}
      from scopes b
      where b.tenant_id = ${tenant} and b.account_id = ${accountId}
        and s.tenant_id = b.tenant_id and s.account_id = ${lost[n]} and s.list = b.list
        and s.created_at = b.created_at and s.record_id = b.record_id`)
  }
  if (lost.length > pairs) {
    await tx.run(sql`
      delete from scopes s using scopes b
      where b.tenant_id = ${tenant} and b.account_id = ${accountId}
        and s.tenant_id = b.tenant_id and s.account_id = any(${lost.slice(pairs)}::uuid[]) and s.list = b.list
        and s.created_at = b.created_at and s.record_id = b.record_id`)
  }
  if (gained.length > pairs) {
    await tx.run(sql`
      insert into scopes (account_id, list, created_at, record_id)
      select g.account_id, b.list, b.created_at, b.record_id
      from scopes b cross join unnest(${gained.slice(pairs)}::uuid[]) as g (account_id)
      where b.tenant_id = ${tenant} and b.account_id = ${accountId}`)
  }
}
