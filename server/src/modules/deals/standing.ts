import type { Deal, WaitingDecision } from '@trellis/contract/deal-answers'
import type { Standing } from '@trellis/contract/deal-standing'
import type { DecisionKind } from '@trellis/contract/deal-states'
import { hasPermission } from '@trellis/contract/permissions'
import type { Reader } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { mayCancel } from '../orders/index.ts'
import { listRivals } from './duplicates.ts'
import { readPurchase } from './order-deal.ts'
import { presented, readDeal, type Told } from './queries.ts'

interface Reading {
  tx: Reader
  actor: Actor
  deal: Deal
  told: Told
  /** Decimals of the deal's currency. */
  minorUnits: number
}

/** One deal in reach with all its details, and where it stands for this reader. */
export async function presentDeal(tx: Reader, actor: Actor, dealId: string): Promise<Deal | undefined> {
  const row = await readDeal(tx, actor, dealId)
  if (row === undefined) return undefined
  const deal = presented(actor, row.deal)
  return { ...deal, standing: await standingOf({ tx, actor, deal, told: row.told, minorUnits: row.minorUnits }) }
}

/** The facts about a deal, what matters most first (rules J19). */
async function standingOf(reading: Reading): Promise<Standing[]> {
  const { deal } = reading
  const until = deal.expirationDate
  if (deal.isExpired) return [{ kind: 'expired', until }]
  const closed: Standing[] =
    deal.status === 'Won' ? [{ kind: 'won' }] : deal.status === 'Lost' ? [{ kind: 'lost' }] : []
  return [
    ...closed,
    ...(await purchaseOfLost(reading)),
    ...(await protectionOf(reading)),
    ...deal.waiting.map((waiting) => decisionOf(reading, waiting)),
    ...(await bidOf(reading)),
  ]
}

/** The protection and, for managers, how other registrations stand beside it. */
async function protectionOf({ tx, deal, told }: Reading): Promise<Standing[]> {
  const { protectionStatus, expirationDate: until } = deal
  if (protectionStatus === 'Refused') return [{ kind: 'refused', by: told.protectionBy }]
  if (protectionStatus === 'Duplicated') return [{ kind: 'duplicated', by: told.protectionBy }]
  const isProtected = protectionStatus === 'Approved'
  // A lost deal, or one whose protection has ended, stands in nobody's way.
  if (deal.status === 'Lost' || until <= told.now || (deal.status === 'Won' && !isProtected)) return []
  if (deal.blocked.compare !== null) return isProtected ? [{ kind: 'protected', until }] : []
  const rivals = await listRivals(tx, deal.dealId)
  const others = rivals.filter((rival) => rival.isProtected).length
  if (isProtected) return [others > 0 ? { kind: 'protectedBeside', until, others } : { kind: 'protectedAlone', until }]
  if (others > 0) return [{ kind: 'rivalProtected', others }]
  const earlier = rivals.filter((rival) => rival.isEarlier)
  const waiting = earlier.filter((rival) => rival.isWaiting).length
  if (waiting > 0) return [{ kind: 'earlierWaits', others: waiting }]
  return rivals.length > 0 && earlier.length === 0 ? [{ kind: 'first', others: rivals.length }] : []
}

const actions = { protection: 'protect', ebid: 'decideEbid', extension: 'extend' } as const satisfies Record<
  DecisionKind,
  keyof Deal['blocked']
>

/** A decision that waits, for the reader where the own account is the nearest that decides. */
function decisionOf({ actor, deal, told }: Reading, { kind: decision, due, reason }: WaitingDecision): Standing {
  const isYours = deal.decidedBy?.accountId === actor.accountId && deal.blocked[actions[decision]] === null
  return { kind: isYours ? 'decisionYours' : 'decisionWaits', decision, due, isLate: due <= told.now, reason }
}

const isOthers = (code: string | null) => code === 'DL524' || code === 'RQ403'

/** The price that was decided, until the purchase is made. */
async function bidOf(reading: Reading): Promise<Standing[]> {
  const { actor, deal, told } = reading
  if (deal.eBidValue === 0 || deal.status === 'Lost') return []
  const isPurchased = deal.orders?.some(({ kind }) => kind === 'purchase')
  if (deal.eBidStatus === 'Refused') return isPurchased ? [] : [{ kind: 'bidRefused', by: told.bidBy }]
  if (deal.eBidStatus !== 'Approved') return []
  const mayBuy = !isOthers(deal.blocked.order) && hasPermission(actor.permissions, 'Orders', 'c')
  return mayBuy && !isPurchased ? priceOf(reading) : approvedBid(deal)
}

const approvedBid = ({ eBidApprovedValue, itemsTotal, currencyCode }: Deal): Standing[] => [
  { kind: 'bidApproved', amount: eBidApprovedValue, insteadOf: itemsTotal, currencyCode },
]

/**
 * What who makes the purchase pays. With a list in another currency by now the approved price is of no use; while a product is not on it
 * nothing can be bought.
 */
async function priceOf({ tx, deal, minorUnits }: Reading): Promise<Standing[]> {
  const { dealId, vendor, currencyId, currencyCode, eBidApprovedValue } = deal
  const { amount, ownAmount, isAgreed, isForSale } = await readPurchase(tx, {
    dealId,
    vendorId: vendor.accountId,
    currencyId,
    minorUnits,
    eBidApprovedValue,
  })
  if (!isAgreed) return []
  if (!isForSale) return approvedBid(deal)
  if (amount === ownAmount) return [{ kind: 'ownPriceLower', amount, insteadOf: eBidApprovedValue, currencyCode }]
  const kind = deal.status === 'Won' ? 'canBuy' : 'canBuyWhenWon'
  return [{ kind, amount, insteadOf: ownAmount, currencyCode }]
}

/** Nobody needs what was ordered for a deal that was lost. */
async function purchaseOfLost({ tx, actor, deal, told }: Reading): Promise<Standing[]> {
  if (deal.status !== 'Lost' || told.purchase === null) return []
  const { buyerId, seller, ...order } = told.purchase
  const parties = { buyerId, vendorId: seller.accountId }
  return [{ kind: 'purchasePending', ...order, seller, mayCancel: await mayCancel(tx, actor, parties) }]
}
