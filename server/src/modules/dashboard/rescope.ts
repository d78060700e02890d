import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { MovedBranch } from '../accounts/index.ts'
import { tenant } from './relations.ts'

const lazy = sql`(select m.measure from measures() m where m.is_lazy)`

/**
 * After a branch has moved: subtracts its sums from the accounts that were above it and adds them to those that are above it now. The
 * root is above every branch before and after, so the days that only it has do not change. Sums that not all accounts have are
 * removed from both; their records are counted one by one until the job has computed the sums again. The lock keeps folds out until
 * the commit; the next fold then sees the new tree.
 */
export async function rescopeSums(tx: Tx, { accountId, lost, gained }: MovedBranch): Promise<void> {
  await tx.run(sql`select lock_sums()`)
  await tx.run(sql`
    insert into period_sums as kept (account_id, measure, grain, since, own, currency_id, part_id, qt, amount)
    select a.account_id, r.measure, r.grain, r.since, false, r.currency_id, r.part_id, a.sign * sum(r.qt), a.sign * sum(r.amount)
    from period_sums r
    cross join (
      select unnest(${lost}::uuid[]) as account_id, -1 as sign union all select unnest(${gained}::uuid[]), 1) a
    where r.tenant_id = ${tenant} and r.account_id = ${accountId} and r.measure not in ${lazy}
    group by a.account_id, a.sign, r.measure, r.grain, r.since, r.currency_id, r.part_id
    on conflict (tenant_id, account_id, measure, grain, since, own, currency_id, part_id)
    do update set qt = kept.qt + excluded.qt, amount = kept.amount + excluded.amount`)
  const above = sql`tenant_id = ${tenant} and account_id = any(${[...lost, ...gained]}::uuid[])`
  await tx.run(sql`delete from summed_accounts where ${above}`)
  await tx.run(sql`delete from period_sums where ${above} and measure in ${lazy}`)
}
