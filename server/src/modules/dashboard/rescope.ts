import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { MovedBranch } from '../accounts/index.ts'
import { dropLicenseSums } from './license-sums.ts'

/** After a branch has moved: corrects the sums of the accounts that are or were above it. */
export async function rescopeSums(tx: Tx, branch: MovedBranch): Promise<void> {
  await rescopeSales(tx, branch)
  await dropLicenseSums(tx, branch)
}

/**
 * Subtracts the branch's sums from the accounts that were above it and adds them to those that are above
 * it now. The root is above every branch before and after, so its day sums do not change. The lock keeps folds out until
 * the commit; the next fold then sees the new tree.
 */
async function rescopeSales(tx: Tx, branch: MovedBranch): Promise<void> {
  await tx.run(sql`select lock_sales()`)
  await tx.run(shifted('sales_days', ['day', 'side', 'currency_id'], ['qt', 'amount'], branch))
  await tx.run(
    shifted('sales_products', ['side', 'grain', 'since', 'currency_id', 'product_id'], ['qt', 'amount'], branch),
  )
  await tx.run(shifted('sales_buyers', ['grain', 'since', 'currency_id', 'buyer_id'], ['amount'], branch))
}

/**
 * Upserts the branch's sums (its own and those below it), negative for the accounts it left and positive for those it
 * joined.
 */
function shifted(table: string, keys: string[], figures: string[], { accountId, lost, gained }: MovedBranch): Sql {
  const list = (names: string[], row?: string) =>
    sql.join(names.map((name) => sql.ref(row === undefined ? name : `${row}.${name}`)))
  return sql`
    insert into ${sql.ref(table)} as kept (account_id, own, ${list(keys)}, ${list(figures)})
    select a.account_id, false, ${list(keys, 'r')}, ${sql.join(figures.map((name) => sql`a.sign * sum(${sql.ref(`r.${name}`)})`))}
    from ${sql.ref(table)} r
    cross join (
      select unnest(${lost}::uuid[]) as account_id, -1 as sign union all select unnest(${gained}::uuid[]), 1) a
    where r.tenant_id = (select current_tenant()) and r.account_id = ${accountId}
    group by a.account_id, a.sign, ${list(keys, 'r')}
    on conflict (tenant_id, account_id, own, ${list(keys)})
    do update set ${sql.join(figures.map((name) => sql`${sql.ref(name)} = ${sql.ref(`kept.${name}`)} + ${sql.ref(`excluded.${name}`)}`))}`
}
