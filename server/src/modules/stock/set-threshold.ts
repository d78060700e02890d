import type { ThresholdChange } from '@trellis/contract/stock'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import { findProducts } from '../catalogue/index.ts'
import { lockBalances } from './balances.ts'

/**
 * Sets or removes the warning threshold of a product (rules S6). A product that the account never had gets a balance of
 * zero, so that the stock list shows the warning. Refuses RQ404 for a product that the tenant does not have.
 */
export async function setThreshold(
  tx: Tx,
  accountId: string,
  { productId, threshold }: ThresholdChange,
): Promise<void> {
  if (!(await findProducts(tx, [productId])).has(productId)) throw new Refusal('RQ404')
  found((await lockBalances(tx, [{ accountId, productId }]))[0])
  const before = await tx.row<{ threshold: number }>(sql`
    select threshold from stock_thresholds
    where tenant_id = (select current_tenant()) and account_id = ${accountId} and product_id = ${productId}`)
  if ((before?.threshold ?? null) === threshold) return
  if (threshold === null)
    await tx.run(sql`
      delete from stock_thresholds
      where tenant_id = (select current_tenant()) and account_id = ${accountId} and product_id = ${productId}`)
  else
    await tx.run(sql`
      insert into stock_thresholds (account_id, product_id, threshold) values (${accountId}, ${productId}, ${threshold})
      on conflict (tenant_id, account_id, product_id) do update set threshold = excluded.threshold`)
  await record(tx, 'stock.threshold_changed', 'account', accountId, {
    before: { productId, threshold: before?.threshold ?? null },
    after: { productId, threshold },
  })
}
