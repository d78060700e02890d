import type { Code } from '@trellis/contract/codes'
import type { Deal } from '@trellis/contract/deal-answers'
import {
  type DealStatus,
  type EBidStatus,
  isClosed,
  maximumDealLevel,
  maximumManagerLevel,
  type ProtectionStatus,
} from '@trellis/contract/deal-states'
import { hasPermission } from '@trellis/contract/permissions'
import type { Actor } from '../../platform/tenancy.ts'

export type Action = keyof Deal['blocked']

/** Where the actor stands, and the state of the deal. */
export interface Situation {
  /** The actor's own account is the deal's vendor. */
  isVendor: boolean
  /** The vendor lies below the actor's account; or it is the root, and the actor's own account. */
  isAbove: boolean
  isCreator: boolean
  isExpired: boolean
  status: DealStatus
  protectionStatus: ProtectionStatus
  eBidStatus: EBidStatus
  eBidValue: number
  isExtensionAsked: boolean
  /** How many of its two orders exist: the purchase and the sale. */
  orders: number
  isPurchased: boolean
}

type Who = Pick<Actor, 'permissions' | 'level'>

/** Accounts up to level 40 register deals (rules J1). */
export const whyNotRegister = ({ level }: Pick<Actor, 'level'>): Code | null =>
  level <= maximumDealLevel ? null : 'RQ403'

/** The vendor's users change a deal with `u`; who registered it also with `c` (rules J2). */
function whyNotVendor({ isVendor, isCreator }: Situation, { permissions }: Who): Code | null {
  if (isVendor && hasPermission(permissions, 'Deals', 'u')) return null
  if (isCreator && hasPermission(permissions, 'Deals', 'c')) return null
  return isVendor || isCreator ? 'RQ403' : 'DL524'
}

/** Accounts up to level 30 decide on deals of vendors below them; the root also on its own (rules J3). */
function whyNotManager({ isAbove }: Situation, { permissions, level }: Who): Code | null {
  if (!isAbove || level > maximumManagerLevel) return 'DL524'
  return hasPermission(permissions, 'Deals', 'u') ? null : 'RQ403'
}

const managersDo: readonly Action[] = ['protect', 'decideEbid', 'extend', 'compare']

/** The code that refuses an action, or null. The routes enforce it and the screens show it. */
export function whyNot(action: Action, deal: Situation, actor: Who): Code | null {
  const standing = managersDo.includes(action) ? whyNotManager(deal, actor) : whyNotVendor(deal, actor)
  if (standing !== null || action === 'compare') return standing
  if (deal.isExpired) return 'DL523'
  return whyNotInState(action, deal)
}

/** `info` of a refusal of `whyNot`: for RQ403 the flag that is missing (wire: errors). */
export const refusalInfo = (code: Code | null, action: Action, { isVendor }: Situation) =>
  code === 'RQ403' ? { permission: isVendor || managersDo.includes(action) ? 'Deals:u' : 'Deals:c' } : null

/** `RQ422`: nothing was asked for. `RQ409`: it has been decided or purchased, or was asked for already. */
function whyNotInState(action: Action, deal: Situation): Code | null {
  switch (action) {
    case 'decideEbid':
      if (deal.eBidStatus !== 'Pending' || deal.isPurchased) return 'RQ409'
      return deal.eBidValue > 0 ? null : 'RQ422'
    case 'correct':
      return deal.protectionStatus !== 'Pending' || deal.orders > 0 ? 'RQ409' : null
    case 'askEbid':
      return deal.isPurchased ? 'RQ409' : null
    case 'askExtension':
      return isClosed(deal.status) || deal.isExtensionAsked ? 'RQ409' : null
    case 'extend':
      if (isClosed(deal.status)) return 'RQ409'
      return deal.isExtensionAsked ? null : 'RQ422'
    case 'order':
      return deal.status === 'Won' && deal.orders < 2 ? null : 'OC522'
    default:
      return null
  }
}

/** The result of `whyNot` for each action. */
export function blockedOf(deal: Situation, actor: Who): Deal['blocked'] {
  const why = (action: Action) => whyNot(action, deal, actor)
  return {
    update: why('update'),
    correct: why('correct'),
    askEbid: why('askEbid'),
    askExtension: why('askExtension'),
    order: why('order'),
    protect: why('protect'),
    decideEbid: why('decideEbid'),
    extend: why('extend'),
    compare: why('compare'),
  }
}
