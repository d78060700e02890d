import type { DealUpdate, EBidRequest } from '@trellis/contract/deal-changes'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { found, invalid, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isReached } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { changeExternalIds } from '../tenants/index.ts'
import { lockRivalInTheWay } from './duplicates.ts'
import { noteEbid, noteHistory } from './history.ts'
import { askManagers } from './news.ts'
import { type DealFacts, lockDeal } from './queries.ts'
import { type Action, refusalInfo, whyNot } from './rules.ts'

const tenant = sql`(select current_tenant())`

/** A deal in reach, locked, on which the actor may do this now. */
export async function dealToChange(tx: Tx, actor: Actor, dealId: string, action: Action): Promise<DealFacts> {
  const deal = found(await lockDeal(tx, actor, dealId))
  const code = whyNot(action, deal, actor)
  if (code === 'RQ422')
    throw invalid([action === 'extend' ? 'granted' : 'status'], 'not_asked', 'The vendor has not asked for this')
  refuse(code, refusalInfo(code, action, deal))
  return deal
}

/** Changes what the vendor maintains. What the request leaves out stays. External ids are refused as `changeExternalIds` does. */
export async function updateDeal(tx: Tx, actor: Actor, dealId: string, change: DealUpdate): Promise<void> {
  const deal = await dealToChange(tx, actor, dealId, 'update')
  const before = {
    description: deal.description,
    estimatedCloseDate: deal.estimatedCloseDate,
    chance: deal.chance,
    status: deal.status,
  }
  const closing = change.estimatedCloseDate
  const after = {
    description: change.description === undefined ? before.description : change.description || null,
    estimatedCloseDate: closing === undefined ? before.estimatedCloseDate : closing && new Date(closing).toISOString(),
    chance: change.chanceOfClosure ?? before.chance,
    status: change.dealStatus ?? before.status,
  }
  tx.later(sql`
    update deals set description = ${after.description}, estimated_close_at = ${after.estimatedCloseDate},
      chance = ${after.chance}, status = ${after.status}
    where tenant_id = ${tenant} and deal_id = ${dealId}`)
  if (deal.status === 'Lost' && after.status !== 'Lost') await reviewAgain(tx, deal)
  noteHistory(tx, dealId, { source: 'UpdatedByCreator', event: 'updated', reason: change.reason })
  const ids = await changeExternalIds(tx, { kind: 'deal', recordId: dealId, isReached }, change.externalIds)
  await record(tx, 'deal.updated', 'deal', dealId, {
    before: { ...before, ...ids?.before },
    after: { ...after, ...ids?.after },
  })
}

/**
 * A lost deal does not stand in anybody's way. When it goes on while a rival has been protected meanwhile, its protection is
 * decided anew, so that at most one is protected (rules J8).
 */
async function reviewAgain(tx: Tx, { dealId, protectionStatus }: DealFacts): Promise<void> {
  if (protectionStatus !== 'Approved') return
  const rival = await lockRivalInTheWay(tx, dealId)
  if (!rival?.isProtected) return
  tx.later(sql`
    update deals set protection_status = 'Pending', protection_since = clock()
    where tenant_id = ${tenant} and deal_id = ${dealId}`)
}

/** Asks for another price of all items, or withdraws with 0 (rules J10). */
export async function askEbid(tx: Tx, actor: Actor, dealId: string, { value, reason }: EBidRequest): Promise<void> {
  const deal = await dealToChange(tx, actor, dealId, 'askEbid')
  checkAmount(value, deal)
  if (value >= deal.total) throw invalid(['value'], 'too_big', 'Must be below the total of the items')
  tx.later(sql`
    update deals set ebid_value = ${value}, ebid_status = 'Pending', ebid_approved_value = null, ebid_since = clock(),
      ebid_reason = ${reason || null}
    where tenant_id = ${tenant} and deal_id = ${dealId}`)
  noteEbid(tx, dealId)
  noteHistory(tx, dealId, { source: 'UpdatedByCreator', event: 'ebid_asked', reason })
  const before = { eBidValue: deal.eBidValue, eBidStatus: deal.eBidStatus }
  await record(tx, 'deal.ebid_asked', 'deal', dealId, { before, after: { eBidValue: value } })
  if (value > 0) await askManagers(tx, dealId, 'ebid')
}

/** Refuses RQ422 for an amount with more decimals than its currency has: it could not be shared over the lines. */
export function checkAmount(value: number, { minorUnits }: DealFacts): void {
  if (Number(value.toFixed(minorUnits)) !== value)
    throw invalid(['value'], 'decimals', `At most ${minorUnits} decimals in this currency`)
}

export async function askExtension(tx: Tx, actor: Actor, dealId: string, reason: string): Promise<void> {
  await dealToChange(tx, actor, dealId, 'askExtension')
  tx.later(sql`
    update deals set extension_asked_at = clock(), extension_reason = ${reason}
    where tenant_id = ${tenant} and deal_id = ${dealId}`)
  noteHistory(tx, dealId, { source: 'UpdatedByCreator', event: 'extension_asked', reason })
  await record(tx, 'deal.extension_asked', 'deal', dealId, { after: { reason } })
  await askManagers(tx, dealId, 'extension')
}
