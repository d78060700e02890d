/** The vendor may choose any of them; no order is enforced (rules J5). */
export const dealStatuses = ['New', 'Trial', 'Demo', 'Negotiation', 'Won', 'Lost'] as const
export type DealStatus = (typeof dealStatuses)[number]

/** Set by managers (rules J6). */
export const protectionStatuses = ['Pending', 'Approved', 'Refused', 'Duplicated'] as const
export type ProtectionStatus = (typeof protectionStatuses)[number]

/** `Unknown` is never written by the portal; clients show it blank. */
export const eBidStatuses = ['Unknown', 'Pending', 'Approved', 'Refused'] as const
export type EBidStatus = (typeof eBidStatuses)[number]

/** What a manager may decide on an eBid. */
export const eBidDecisions = ['Approved', 'Refused'] as const

export const dealSources = ['Unknown', 'Creation', 'UpdatedByCreator', 'UpdatedByApprover', 'System'] as const

/** What an entry of a deal's history tells. */
export const dealEvents = [
  'created',
  'imported',
  'updated',
  'prospect_corrected',
  'items_corrected',
  'protection',
  'ebid_asked',
  'ebid_decided',
  'extension_asked',
  'extended',
  'extension_refused',
  'expired',
] as const

/** What waits for a manager's decision. */
export const decisionKinds = ['protection', 'ebid', 'extension'] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** Why two deals are taken for the same opportunity: of their prospects (rules J8). */
export const matchReasons = ['vatId', 'domain', 'name'] as const
export type MatchReason = (typeof matchReasons)[number]

/** Accounts up to this level own and register deals; accounts up to the other one manage those below (rules J2, J3). */
export const maximumDealLevel = 40
export const maximumManagerLevel = 30
/** Fewer than the lines of an order, because sharing an amount can take a further line. */
export const maximumDealItems = 500
/** Most days of the promise within which managers decide. */
export const maximumReviewDays = 90

/** A Won or Lost deal does not expire. */
export const isClosed = (status: DealStatus): boolean => status === 'Won' || status === 'Lost'
