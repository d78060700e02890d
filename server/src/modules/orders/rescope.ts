import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { MovedBranch } from '../accounts/index.ts'

/**
 * After a branch has moved: removes its orders from the lists and counters of the accounts that are no longer above it,
 * and adds them to those of the accounts that are now. The rows to move are taken from the branch's own lists. The caller
 * has locked the tree.
 */
export async function rescopeOrders(tx: Tx, { accountId, lost, gained }: MovedBranch): Promise<void> {
  await tx.run(sql`
    insert into order_tallies (account_id, side, own, status, invoiced, paid, currency_id, slot, orders, amount)
    select a.account_id, r.side, false, r.status, r.invoiced, r.paid, r.currency_id, 0, a.sign * sum(r.orders),
           a.sign * sum(r.amount)
    from order_tallies r
    cross join (
      select unnest(${lost}::uuid[]) as account_id, -1 as sign union all select unnest(${gained}::uuid[]), 1) a
    where r.tenant_id = (select current_tenant()) and r.account_id = ${accountId} and not r.own
    group by a.account_id, a.sign, r.side, r.status, r.invoiced, r.paid, r.currency_id
    on conflict (tenant_id, account_id, side, own, status, invoiced, paid, currency_id, slot)
    do update set orders = order_tallies.orders + excluded.orders, amount = order_tallies.amount + excluded.amount`)
  // Updates existing rows instead of deleting and inserting: the order id does not change, so its foreign key is not
  // checked again.
  const pairs = Math.min(lost.length, gained.length)
  for (let n = 0; n < pairs; n++) {
    await tx.run(sql`
      update order_scopes s set account_id = ${gained[n]}
      from order_scopes b
      where b.tenant_id = (select current_tenant()) and b.account_id = ${accountId}
        and s.tenant_id = b.tenant_id and s.account_id = ${lost[n]} and s.side = b.side
        and s.created_at = b.created_at and s.order_id = b.order_id`)
  }
  if (lost.length > pairs) {
    await tx.run(sql`
      delete from order_scopes s using order_scopes b
      where b.tenant_id = (select current_tenant()) and b.account_id = ${accountId}
        and s.tenant_id = b.tenant_id and s.account_id = any(${lost.slice(pairs)}::uuid[]) and s.side = b.side
        and s.created_at = b.created_at and s.order_id = b.order_id`)
  }
  if (gained.length > pairs) {
    await tx.run(sql`
      insert into order_scopes (account_id, side, created_at, order_id)
      select g.account_id, b.side, b.created_at, b.order_id
      from order_scopes b cross join unnest(${gained.slice(pairs)}::uuid[]) as g (account_id)
      where b.tenant_id = (select current_tenant()) and b.account_id = ${accountId}`)
  }
}
