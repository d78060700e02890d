import type { Reader } from '../../../platform/database/tx.ts'
import { found, refuse } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { listPrices, type PriceOf } from '../effects.ts'
import { findReadable } from '../queries.ts'
import { findPlan, listPricesOn } from './queries.ts'

/** The prices of a list that the actor may read: those of now, or those of the day of one of its plans. */
export async function pricesOfList(
  tx: Reader,
  actor: Actor,
  priceListId: string,
  planId: string | null,
): Promise<PriceOf[]> {
  await findReadable(tx, priceListId, actor)
  if (planId === null) return listPrices(tx, priceListId)
  const plan = found(await findPlan(tx, planId))
  refuse(plan.priceListId === priceListId ? null : 'RQ404')
  return listPricesOn(tx, priceListId, plan.day)
}
