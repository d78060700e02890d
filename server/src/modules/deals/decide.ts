import type { EBidDecision, ExtensionDecision, ProtectionDecision } from '@trellis/contract/deal-changes'
import type { Out } from '@trellis/contract/endpoint'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { invalid, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { checkSigned, rulesOn, sign } from '../approvals/index.ts'
import { record } from '../audit/index.ts'
import { tenantDefaults } from '../tenants/index.ts'
import { lockRivalInTheWay } from './duplicates.ts'
import { noteEbid, noteHistory } from './history.ts'
import { tellOfDecision } from './news.ts'
import { rulesOnEbids, signed } from './signed-ebid.ts'
import { checkAmount, dealToChange } from './update-deal.ts'

const protectionNews = {
  Pending: 'under_review',
  Approved: 'protected',
  Refused: 'protection_refused',
  Duplicated: 'duplicated',
} as const

const tenant = sql`(select current_tenant())`

/**
 * Sets the protection. Refuses DL509 without a reason when a rival is protected, or was registered earlier and waits for a
 * decision (`info.kind`); `info.dealId` is the rival's, or null when it is out of the actor's reach. A repeated decision changes nothing.
 */
export async function decideProtection(
  tx: Tx,
  actor: Actor,
  dealId: string,
  { protectionStatus: after, reason }: ProtectionDecision,
): Promise<void> {
  const deal = await dealToChange(tx, actor, dealId, 'protect')
  const before = deal.protectionStatus
  if (before === after) return
  const rival = after === 'Approved' ? await lockRivalInTheWay(tx, dealId) : undefined
  if (rival && !reason?.trim()) refuse('DL509', { dealId: rival.isInReach ? rival.dealId : null, kind: rival.kind })
  tx.later(sql`
    update deals set protection_status = ${after}, protection_since = clock()
    where tenant_id = ${tenant} and deal_id = ${dealId}`)
  const isInternal = rival !== undefined
  noteHistory(tx, dealId, { source: 'UpdatedByApprover', event: 'protection', reason, isInternal })
  const change = {
    before: { protectionStatus: before },
    after: { protectionStatus: after, reason, rival: rival?.dealId },
  }
  await record(tx, 'deal.protection_decided', 'deal', dealId, change)
  await tellOfDecision(tx, dealId, protectionNews[after])
}

/** Approves or refuses the price that the vendor asked for (rules J10). Approving refuses OC531 (rules G37). */
export async function decideEbid(tx: Tx, actor: Actor, dealId: string, decision: EBidDecision): Promise<void> {
  const { status, reason } = decision
  const [deal, rules] = await Promise.all([
    dealToChange(tx, actor, dealId, 'decideEbid'),
    status === 'Approved' ? rulesOn(tx, rulesOnEbids(actor, [dealId], decision.value ?? null)) : [],
  ])
  const approved = status === 'Approved' ? (decision.value ?? deal.eBidValue) : null
  if (approved !== null) {
    checkAmount(approved, deal)
    if (approved === 0) throw invalid(['value'], 'too_small', 'Must be more than zero')
    if (approved >= deal.total) throw invalid(['value'], 'too_big', 'Must be below the total of the items')
  }
  checkSigned(rules)
  if (rules[0]) await sign(tx, actor, signed(deal), { seen: rules[0].seen, isDecision: true })
  tx.later(sql`
    update deals set ebid_status = ${status}, ebid_approved_value = ${approved}, ebid_since = clock()
    where tenant_id = ${tenant} and deal_id = ${dealId}`)
  noteEbid(tx, dealId)
  noteHistory(tx, dealId, { source: 'UpdatedByApprover', event: 'ebid_decided', reason })
  const change = {
    before: { eBidStatus: 'Pending' },
    after: { eBidStatus: status, eBidApprovedValue: approved, reason },
  }
  await record(tx, 'deal.ebid_decided', 'deal', dealId, change)
  await tellOfDecision(tx, dealId, status === 'Approved' ? 'ebid_approved' : 'ebid_refused')
}

/** Grants the tenant's days of protection once more from the present end, or refuses them (rules J11). */
export async function decideExtension(
  tx: Tx,
  actor: Actor,
  dealId: string,
  { granted, reason }: Out<typeof ExtensionDecision>,
): Promise<void> {
  const { expirationDate } = await dealToChange(tx, actor, dealId, 'extend')
  const days = granted ? tenantDefaults.protectionDays : sql`0`
  const after = await tx.row<{ expirationDate: string }>(sql`
    update deals set expires_at = expires_at + make_interval(days => ${days}), extension_asked_at = null, extension_reason = null
    where tenant_id = ${tenant} and deal_id = ${dealId}
    returning iso(expires_at) as "expirationDate"`)
  const event = granted ? 'extended' : 'extension_refused'
  noteHistory(tx, dealId, { source: 'UpdatedByApprover', event, reason })
  await record(tx, granted ? 'deal.extended' : 'deal.extension_refused', 'deal', dealId, {
    before: { expirationDate },
    after: { ...after, reason },
  })
  await tellOfDecision(tx, dealId, event)
}
