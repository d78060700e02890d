import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { MovedBranch } from '../accounts/index.ts'

/**
 * After a branch has moved: removes its licenses from the lists and counters of the accounts that it left, and adds them
 * to those of the accounts that are now above it.
 */
export async function rescopeLicenses(tx: Tx, { accountId, lost, gained }: MovedBranch): Promise<void> {
  await tx.run(sql`
    insert into license_tallies (account_id, own, activated, exported, slot, licenses)
    select a.account_id, false, r.activated, r.exported, 0, a.sign * sum(r.licenses)
    from license_tallies r
    cross join (
      select unnest(${lost}::uuid[]) as account_id, -1 as sign union all select unnest(${gained}::uuid[]), 1) a
    where r.tenant_id = (select current_tenant()) and r.account_id = ${accountId} and not r.own
    group by a.account_id, a.sign, r.activated, r.exported
    on conflict (tenant_id, account_id, own, activated, exported, slot)
    do update set licenses = license_tallies.licenses + excluded.licenses`)
  const pairs = Math.min(lost.length, gained.length)
  for (let n = 0; n < pairs; n++) {
    await tx.run(sql`
      update license_scopes s set account_id = ${gained[n]}
      from license_scopes b
      where b.tenant_id = (select current_tenant()) and b.account_id = ${accountId}
        and s.tenant_id = b.tenant_id and s.account_id = ${lost[n]}
        and s.created_at = b.created_at and s.license_id = b.license_id`)
  }
  if (lost.length > pairs) {
    await tx.run(sql`
      delete from license_scopes s using license_scopes b
      where b.tenant_id = (select current_tenant()) and b.account_id = ${accountId}
        and s.tenant_id = b.tenant_id and s.account_id = any(${lost.slice(pairs)}::uuid[])
        and s.created_at = b.created_at and s.license_id = b.license_id`)
  }
  if (gained.length > pairs) {
    await tx.run(sql`
      insert into license_scopes (account_id, created_at, license_id)
      select g.account_id, b.created_at, b.license_id
      from license_scopes b cross join unnest(${gained.slice(pairs)}::uuid[]) as g (account_id)
      where b.tenant_id = (select current_tenant()) and b.account_id = ${accountId}`)
  }
}
