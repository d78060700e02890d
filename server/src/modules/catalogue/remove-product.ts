import { inDryRun } from '../../platform/database/dry-run.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { found } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import { dropExternalIds } from '../tenants/index.ts'
import { isReferredTo, lockProduct } from './save-product.ts'

/**
 * Deletes a product of this tenant. When anything refers to it (an order, a price list, a license, stock, another
 * product), it is marked Deleted instead. To find out, the delete is attempted: only the foreign keys also see the rows
 * of other tenants that the product is published in.
 */
export async function removeProduct(tx: Tx, productId: string): Promise<void> {
  const before = found(await lockProduct(tx, productId))
  await tx.run(sql`savepoint removing`)
  try {
    await tx.run(sql`delete from products where tenant_id = (select current_tenant()) and product_id = ${productId}`)
    await dropExternalIds(tx, productId)
    await record(tx, 'product.removed', 'product', productId, { before })
  } catch (error) {
    if (!isReferredTo(error)) throw error
    await tx.run(sql`rollback to savepoint removing`)
    await tx.run(sql`
      update products set status = 'Deleted' where tenant_id = (select current_tenant()) and product_id = ${productId}`)
    await record(tx, 'product.deleted', 'product', productId, {
      before: { status: before.status },
      after: { status: 'Deleted' },
    })
  }
}

/** What deleting the product would do now: runs the same statements and rolls them back. */
export async function foreseeRemoval(tx: Tx, productId: string): Promise<'removed' | 'marked'> {
  found(await lockProduct(tx, productId))
  return inDryRun(tx, async (tx) => {
    try {
      await tx.run(sql`delete from products where tenant_id = (select current_tenant()) and product_id = ${productId}`)
      return 'removed'
    } catch (error) {
      if (!isReferredTo(error)) throw error
      return 'marked'
    }
  })
}
