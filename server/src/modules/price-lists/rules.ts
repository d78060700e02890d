import type { Code } from '@trellis/contract/codes'
import { type DiscountFault, discountFault } from '@trellis/contract/discounts'
import { holds } from '@trellis/contract/permissions'
import type { PriceListItemDraft } from '@trellis/contract/price-lists'
import type * as z from 'zod/mini'
import { invalid, type Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'

export type ItemDraft = z.output<typeof PriceListItemDraft>

export interface ListFacts {
  /** Does an account in the actor's own sub-tree own it? The list that serves the own account is seen, but is another's. */
  own: boolean
  /** Is it associated with an account, or named by an order line? */
  used: boolean
}

/** Why the actor may not do this to a price list it sees. */
export function whyNot(action: 'update' | 'delete', list: ListFacts, actor: Actor): Code | null {
  const flag = action === 'update' ? 'u' : 'd'
  if (!list.own || !holds(actor.permissions, 'PriceLists', flag)) return 'RQ403'
  return action === 'delete' && list.used ? 'PR523' : null
}

/** Price lists are handed downwards only: to a group of a higher level number (rules R4). */
export const whyNotAssociate = (target: { level: number }, actor: Actor): Code | null =>
  actor.level < target.level ? null : 'RQ403'

/** A list of one's own reach can be handed on; the one that serves the own account only when it came to be propagated. */
export const whyNotHandOn = (list: { own: boolean; propagates: boolean }): Code | null =>
  list.own || list.propagates ? null : 'RQ403'

/**
 * Has the parent of a new account this list to give: its own, or the one that serves it and came to be propagated? Where
 * it has any that the actor may hand on, a new account needs one (rules N5).
 */
export const isParentsToGive = (list: { ofParent: boolean; toParent: boolean }): boolean =>
  list.ofParent || list.toParent

interface GivenDiscount {
  customPriceDiscountType?: ItemDraft['customPriceDiscountType']
  customPriceDiscountAmount?: ItemDraft['customPriceDiscountAmount']
}

/** Where the rows of a call say what is wrong with a discount, and the sentence of a refusal. */
const faults = {
  amountRequired: { field: 'customPriceDiscountAmount', code: 'required', sentence: 'How much is the discount?' },
  typeRequired: {
    field: 'customPriceDiscountType',
    code: 'required',
    sentence: 'Is the discount a percentage or an amount?',
  },
  overWhole: {
    field: 'customPriceDiscountAmount',
    code: 'too_big',
    sentence: 'A discount is at most 100 percent',
  },
  overMsrp: { field: 'customPriceDiscountAmount', code: 'too_big', sentence: 'A discount is at most the MSRP' },
} as const satisfies Record<DiscountFault, { field: keyof GivenDiscount; code: string; sentence: string }>

/** What is wrong with the discount of a row. `msrp` is null where it is in another currency than the list. */
export function faultOf(item: GivenDiscount, msrp: number | null) {
  const { customPriceDiscountType: type = null, customPriceDiscountAmount: amount = null } = item
  const fault = discountFault({ type, amount }, msrp)
  return fault === null ? null : faults[fault]
}

/** The same as a refusal. */
export function refusalOf(item: ItemDraft, msrp: number | null, path: (string | number)[] = []): Refusal | null {
  const fault = faultOf(item, msrp)
  return fault === null ? null : invalid([...path, fault.field], fault.code, fault.sentence)
}
