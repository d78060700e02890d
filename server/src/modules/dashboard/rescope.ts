import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { MovedBranch } from '../orders/index.ts'

/**
 * Takes the sums of a branch from those that are no longer above it and adds them to those that are now. The root, which
 * also keeps days, is above every branch before and after. No fold runs meanwhile: the next one sees the new tree.
 */
export async function rescopeSales(tx: Tx, branch: MovedBranch): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('sales:' || current_tenant()::text, 0))`)
  await tx.run(shifted('sales_days', ['day', 'side', 'currency_id'], ['qt', 'amount'], branch))
  await tx.run(
    shifted('sales_products', ['side', 'grain', 'since', 'currency_id', 'product_id'], ['qt', 'amount'], branch),
  )
  await tx.run(shifted('sales_buyers', ['grain', 'since', 'currency_id', 'buyer_id'], ['amount'], branch))
}

/** What the branch has of its own and below it, off and onto the sums of those above. */
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
