import type { UndoReason } from '@trellis/contract/import-preview'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { stands } from '../../../platform/import/undo.ts'

const ofTenant = sql`r.tenant_id = (select current_tenant()) and`

/** Records of other columns because of which an account that was imported stays, by the reason that is told. */
const uses: readonly [reason: UndoReason, records: Sql][] = [
  ['hasUsers', sql`offered.users r where ${ofTenant} r.account_id = a.account_id and r.deleted_at is null`],
  ['hasOrders', sql`offered.orders r where ${ofTenant} r.buyer_id = a.account_id`],
  ['hasOrders', sql`offered.orders r where ${ofTenant} r.vendor_id = a.account_id`],
  ['hasLicenses', sql`offered.licenses r where ${ofTenant} r.owner_id = a.account_id`],
  [
    'hasStock',
    sql`offered.stock_balances r where ${ofTenant} r.account_id = a.account_id and (r.quantity <> 0 or r.held <> 0)`,
  ],
  ['hasDeals', sql`offered.deals r where ${ofTenant} r.vendor_id = a.account_id`],
  ['ownsPriceLists', sql`offered.price_lists r where ${ofTenant} r.account_id = a.account_id`],
  ['inUse', sql`offered.issued_certificates r where ${ofTenant} r.account_id = a.account_id`],
  ['inUse', sql`offered.environments r where ${ofTenant} r.account_id = a.account_id`],
]

/** Reports the new accounts that other records belong to. The accounts cannot know: those columns stand above theirs. */
export async function reportUses(tx: Tx, made: Sql): Promise<void> {
  for (const [reason, records] of uses) await stands(tx, reason, sql`${made} and exists (select from ${records})`)
}

/** Reports the imported orders that keys were made of: the column of keys stands above that of orders. */
export const reportOrderUses = (tx: Tx, made: Sql): Promise<number> =>
  stands(
    tx,
    'hasLicenses',
    sql`${made} and exists (select from offered.licenses r where ${ofTenant} r.derived_order_id = o.order_id)`,
  )
