import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  Amount,
  ById,
  Created,
  Id,
  Instant,
  Money,
  NamedUser,
  NumberId,
  Reference,
  requiredText,
  text,
} from './values.ts'

/*
 * Who besides the one who decides must agree to an order or to a special price (rules G35 to G42, decision 167). The decision stays
 * the call that it was, and is the last step; before it others sign.
 */

/** What a rule is about. */
export const approvalKinds = ['order', 'ebid', 'both'] as const

/** What a rule asks for: two people in all, somebody with a role, or somebody of an account of this seniority. */
export const approvalNeeds = ['second_person', 'role', 'level'] as const
export type ApprovalNeed = (typeof approvalNeeds)[number]

/** Rules of one account. */
export const maximumApprovalRules = 100

/** Days for which somebody may stand in. */
export const maximumDelegationDays = 92
/** Delegations of a person that have not ended. */
export const maximumDelegations = 10

const Percent = z.number().check(
  z.minimum(0.01),
  z.maximum(100),
  z.refine((share) => Number(share.toFixed(2)) === share, { error: 'at_most_2_decimals' }),
)
const Hours = z.nullable(z.int().check(z.minimum(1), z.maximum(720)))
const maximumLevel = 1000

const ignored = z.optional(z.unknown())

/** A rule of the caller's account, as it is to be. At least one condition; those that are given must all hold. */
export const ApprovalRuleDraft = z.strictObject({
  name: requiredText(100),
  isEnabled: z._default(z.boolean(), true),
  /** Orders, special prices of deals (`ebid`), or both. */
  appliesTo: z.enum(approvalKinds),
  /** The total, or the price that is asked for, is above this amount, in this currency; other currencies do not match. */
  amountAbove: z.optional(z.nullable(Money)),
  currencyId: z.optional(z.nullable(NumberId)),
  /** The agreed total is below so many percent of the total at list prices; of a special price, of the deal's items. */
  belowListShare: z.optional(z.nullable(Percent)),
  /** The buyer, or the vendor of the deal, is this account or one below it. */
  accountId: z.optional(z.nullable(Id)),
  /** One of the lines has this product. */
  productId: z.optional(z.nullable(Id)),
  /** Two different people in all, somebody with a role, or somebody of an account of a level. */
  needs: z.enum(approvalNeeds),
  /** Of `role`. */
  roleId: z.optional(z.nullable(NumberId)),
  /** Of `level`: somebody of an account whose group has this level or a more senior one. */
  level: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(maximumLevel)))),
})
export type ApprovalRuleDraft = z.output<typeof ApprovalRuleDraft>

/** The same for a change; what the answer adds to it is ignored. */
export const ApprovalRuleChange = z.extend(ApprovalRuleDraft, {
  /** The buyer, or the vendor of the deal, is this account or one below it. */
  accountId: z.optional(z.nullable(Id)),
  ruleId: ignored,
  currencyCode: ignored,
  accountName: ignored,
  sku: ignored,
  productName: ignored,
  roleName: ignored,
  creationDate: ignored,
})

/** A rule: what it is about, its conditions and what it asks for. */
export const ApprovalRule = z.object({
  ruleId: Id,
  name: z.string(),
  isEnabled: z.boolean(),
  /** Orders, special prices of deals (`ebid`), or both. */
  appliesTo: z.enum(approvalKinds),
  /** The total, or the price that is asked for, is above this amount; null: no such condition. */
  amountAbove: z.nullable(Amount),
  currencyId: z.nullable(z.int()),
  currencyCode: z.nullable(z.string()),
  /** The total is below so many percent of that at list prices; null: no such condition. */
  belowListShare: z.nullable(z.number()),
  /** The buyer, or the vendor of the deal, is this account or one below it; null: no such condition. */
  accountId: z.nullable(Id),
  accountName: z.nullable(z.string()),
  productId: z.nullable(Id),
  sku: z.nullable(z.string()),
  productName: z.nullable(z.string()),
  /** Two different people in all, somebody with a role, or somebody of an account of a level. */
  needs: z.enum(approvalNeeds),
  roleId: z.nullable(z.int()),
  /** Null where no role is needed. */
  roleName: z.nullable(z.string()),
  level: z.nullable(z.int()),
  creationDate: Instant,
})
export type ApprovalRule = z.output<typeof ApprovalRule>

/** Within how many hours the caller's account promises to decide; null: no promise. */
export const ApprovalPromise = z.strictObject({
  /** From the request of an order on. */
  orderHours: Hours,
  /** From the request of a special price on. */
  ebidHours: Hours,
})
export type ApprovalPromise = z.output<typeof ApprovalPromise>

/** The rules of the caller's account by name, and its promise. */
export const ApprovalRules = z.object({
  items: z.array(ApprovalRule),
  promise: ApprovalPromise,
  /** Whether the caller may change them. */
  mayChange: z.boolean(),
})
export type ApprovalRules = z.output<typeof ApprovalRules>

/** A rule that binds a decision, and whether it is satisfied: also `info.rules` of OC531. */
export const BindingRule = z.object({
  ruleId: Id,
  name: z.string(),
  /** Two different people in all, somebody with a role, or somebody of an account of a level. */
  needs: z.enum(approvalNeeds),
  /** Null where no role is needed. */
  roleName: z.nullable(z.string()),
  level: z.nullable(z.int()),
  /** By the signatures; in OC531 by these and by whoever decides. */
  satisfied: z.boolean(),
})
export type BindingRule = z.output<typeof BindingRule>

/** Somebody who agreed. */
export const Signature = z.object({
  /** Null outside the reader's reach. */
  signedBy: z.nullable(NamedUser),
  accountName: z.nullable(z.string()),
  /** For whom they stood in, besides themselves. */
  signedFor: z.array(NamedUser),
  note: z.nullable(z.string()),
  signedDate: Instant,
  /** It was the decision itself. */
  isDecision: z.boolean(),
  /** The reader's own. */
  isMine: z.boolean(),
  /** Lines, prices or the asked value have changed since: it does not count any more. */
  isOutdated: z.boolean(),
})
export type Signature = z.output<typeof Signature>

/** How a decision stands: the rules that bind it now, and who has agreed. Once it is decided, no rule binds it. */
export const ApprovalStanding = z.object({
  /** Those that bind the decision, by name. */
  rules: z.array(BindingRule),
  /** Oldest first. */
  signatures: z.array(Signature),
  /** The end of the promise of who decides; null without a promise, or when it is decided. */
  due: z.nullable(Instant),
  /** The reader's signature would satisfy a rule, or bring it nearer. */
  maySign: z.boolean(),
  /** The reader's decision would be the last step. */
  isLastStep: z.boolean(),
})
export type ApprovalStanding = z.output<typeof ApprovalStanding>

const Signing = z.strictObject({
  /** Shown to who reads the signatures. */
  note: z.optional(z.nullable(text(500))),
})

export const approvalRules = {
  list: endpoint({
    method: 'GET',
    path: '/approvalRules',
    summary: "The approval rules of the caller's own account by name, and its promise",
    permission: 'Orders:r',
    answer: ApprovalRules,
  }),
  create: endpoint({
    method: 'POST',
    path: '/approvalRules',
    summary: "Add an approval rule to the caller's own account; needs Accounts `u` too",
    permission: 'Orders:u',
    body: ApprovalRuleDraft,
    answer: Created,
    status: 201,
    refusals: ['RQ403', 'RQ404', 'RQ409'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/approvalRules/:id',
    summary: "One approval rule of the caller's own account",
    permission: 'Orders:r',
    params: ById,
    answer: ApprovalRule,
    refusals: ['RQ404'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/approvalRules/:id',
    summary: 'Change an approval rule; what waits is asked anew by it',
    permission: 'Orders:u',
    params: ById,
    body: ApprovalRuleChange,
    answer: ApprovalRule,
    refusals: ['RQ403', 'RQ404'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/approvalRules/:id',
    summary: 'Remove an approval rule; the signatures stay',
    permission: 'Orders:u',
    params: ById,
    refusals: ['RQ403', 'RQ404'],
  }),
  promise: endpoint({
    method: 'PUT',
    path: '/approvalPromise',
    summary:
      "Set within how many hours the caller's own account decides on orders and special prices, or that it promises nothing",
    permission: 'Orders:u',
    body: ApprovalPromise,
    answer: ApprovalPromise,
    refusals: ['RQ403'],
  }),
}

export const orderSignatures = {
  read: endpoint({
    method: 'GET',
    path: '/orders/:id/approval',
    summary: 'What rules the approval of an order obeys and who has signed, for the side that sells',
    permission: 'Orders:r',
    params: ById,
    answer: ApprovalStanding,
    refusals: ['RQ403', 'RQ404'],
  }),
  sign: endpoint({
    method: 'POST',
    path: '/orders/:id/signatures',
    summary: 'Agree to a pending order as it is now; signing again replaces the own signature',
    permission: 'Orders:u',
    params: ById,
    body: Signing,
    answer: ApprovalStanding,
    onlyPeople: true,
    refusals: ['RQ403', 'RQ404', 'OC522'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/orders/:id/signatures',
    summary: 'Withdraw the own signature, until the order is decided',
    permission: 'Orders:u',
    params: ById,
    onlyPeople: true,
    refusals: ['RQ403', 'RQ404', 'OC522'],
  }),
}

export const dealSignatures = {
  read: endpoint({
    method: 'GET',
    path: '/deals/:id/approval',
    summary: 'What rules the approval of a special price obeys and who has signed, for managers of the deal',
    permission: 'Deals:r',
    params: ById,
    answer: ApprovalStanding,
    refusals: ['RQ404', 'DL524'],
  }),
  sign: endpoint({
    method: 'POST',
    path: '/deals/:id/signatures',
    summary: 'Agree to the special price that is asked for; signing again replaces the own signature',
    permission: 'Deals:u',
    params: ById,
    body: Signing,
    answer: ApprovalStanding,
    onlyPeople: true,
    refusals: ['RQ404', 'RQ409', 'DL523', 'DL524'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/deals/:id/signatures',
    summary: 'Withdraw the own signature, until the special price is decided',
    permission: 'Deals:u',
    params: ById,
    onlyPeople: true,
    refusals: ['RQ404', 'RQ409', 'DL523', 'DL524'],
  }),
}

/** Somebody who stands in for another person of the same account. */
export const Delegation = z.object({
  delegationId: Id,
  /** Who is stood in for. */
  from: NamedUser,
  /** Who stands in. */
  to: NamedUser,
  startDate: Instant,
  endDate: Instant,
  /** It has begun, and both are active. */
  isActive: z.boolean(),
})
export type Delegation = z.output<typeof Delegation>

/** Whom the caller asks to stand in, and when. */
export const DelegationDraft = z.strictObject({
  /** Another active user of the caller's account who may decide on orders or deals. */
  toUserId: Id,
  /** From when on; may be past. */
  startDate: z.iso.datetime({ offset: true }),
  /** At most 92 days after the start. */
  endDate: z.iso.datetime({ offset: true }),
})
export type DelegationDraft = z.output<typeof DelegationDraft>

export const delegations = {
  list: endpoint({
    method: 'GET',
    path: '/delegations',
    summary: 'Who stands in for the caller and for whom the caller stands in, until it has ended',
    permission: 'session',
    answer: z.object({
      /** Who stands in for the caller. */
      given: z.array(Delegation),
      /** For whom the caller stands in. */
      received: z.array(Delegation),
    }),
    onlyPeople: true,
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/delegations/candidates',
    summary: "Whom the caller may ask to stand in: active people of the caller's account who decide on orders or deals",
    permission: 'session',
    answer: z.array(Reference),
    onlyPeople: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/delegations',
    summary: "Ask somebody to stand in for a time: their signature then counts for the caller's roles",
    permission: 'session',
    body: DelegationDraft,
    answer: Created,
    status: 201,
    onlyPeople: true,
    refusals: ['RQ404', 'RQ409'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/delegations/:id',
    summary: 'End a delegation of the caller, given or received',
    permission: 'session',
    params: ById,
    onlyPeople: true,
    refusals: ['RQ404'],
  }),
}
