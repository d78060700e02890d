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
  const lists = sql`any(${await lettersOf(tx)}::"char"[])`
  await tx.run(sql`
    insert into tallies (list, account_id, own, state, currency_id, slot, records, amount)
    select r.list, a.account_id, false, r.state, r.currency_id, 0, a.sign * sum(r.records), a.sign * sum(r.amount)
    from tallies r
    cross join (
      select unnest(${lost}::uuid[]) as account_id, -1 as sign union all select unnest(${gained}::uuid[]), 1) a
    where r.tenant_id = ${tenant} and r.list = ${lists} and r.account_id = ${accountId} and not r.own
    group by a.account_id, a.sign, r.list, r.state, r.currency_id
    on conflict (tenant_id, list, account_id, own, state, currency_id, slot)
    do update set records = tallies.records + excluded.records, amount = tallies.amount + excluded.amount`)
  const ofBranch = sql`b.tenant_id = ${tenant} and b.list = ${lists} and b.account_id = ${accountId}`
  const sameRecord = sql`s.tenant_id = b.tenant_id and s.list = b.list and s.created_at = b.created_at and s.record_id = b.record_id`
  // An update, where it is possible, instead of a deletion and an insert.
  const pairs = Math.min(lost.length, gained.length)
  for (let n = 0; n < pairs; n++) {
    await tx.run(sql`
      update scopes s set account_id = ${gained[n]}
      from scopes b where ${ofBranch} and ${sameRecord} and s.account_id = ${lost[n]}`)
  }
  if (lost.length > pairs) {
    await tx.run(sql`
      delete from scopes s using scopes b
      where ${ofBranch} and ${sameRecord} and s.account_id = any(${lost.slice(pairs)}::uuid[])`)
  }
  if (gained.length > pairs) {
    await tx.run(sql`
      insert into scopes (list, account_id, created_at, record_id)
      select b.list, g.account_id, b.created_at, b.record_id
      from scopes b cross join unnest(${gained.slice(pairs)}::uuid[]) as g (account_id)
      where ${ofBranch}`)
  }
}

/** The letters of all lists that have a record, each found by one step in the key: the counters are not read. */
async function lettersOf(tx: Tx): Promise<string[]> {
  const rows = await tx.rows<{ list: string }>(sql`
    with recursive lists as (
      (select list from tallies where tenant_id = ${tenant} order by list limit 1)
      union all
      select n.list from lists l
      cross join lateral (
        select t.list from tallies t where t.tenant_id = ${tenant} and t.list > l.list order by t.list limit 1) n
    )
    select list from lists`)
  return rows.map(({ list }) => list)
}
