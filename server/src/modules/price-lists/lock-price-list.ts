import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { forbid, found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { findSeen, type SeenList } from './queries.ts'
import { whyNot } from './rules.ts'

/** A price list that the actor may change, locked until the end of the transaction. */
export async function lockForUpdate(tx: Tx, actor: Actor, priceListId: string): Promise<SeenList> {
  await tx.run(sql`
    select from price_lists where tenant_id = (select current_tenant()) and price_list_id = ${priceListId} for no key update`)
  const list = found(await findSeen(tx, priceListId, actor))
  forbid(whyNot('update', list, actor), { reason: 'side' })
  return list
}
