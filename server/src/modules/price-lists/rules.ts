import type { Code } from '@trellis/contract/codes'
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

interface Discount {
  customPriceDiscountType?: ItemDraft['customPriceDiscountType']
  customPriceDiscountAmount?: ItemDraft['customPriceDiscountAmount']
}

/** A discount is told whole or not at all, and never gives more than everything away: the field at fault, and how. */
export function discountFault(item: Discount) {
  const { customPriceDiscountType: type = null, customPriceDiscountAmount: amount = null } = item
  if (type !== null && amount === null) return { field: 'customPriceDiscountAmount', code: 'required' } as const
  if (type === null && amount !== null) return { field: 'customPriceDiscountType', code: 'required' } as const
  if (type === 'percentage' && Number(amount) > 100)
    return { field: 'customPriceDiscountAmount', code: 'too_big' } as const
  return null
}

/** The same as a refusal. */
export function faultOf(item: ItemDraft, path: (string | number)[] = []): Refusal | null {
  const fault = discountFault(item)
  if (fault === null) return null
  const sentences = {
    customPriceDiscountAmount: 'How much is the discount?',
    customPriceDiscountType: 'Is the discount a percentage or an amount?',
  }
  const sentence = fault.code === 'too_big' ? 'A discount is at most 100 percent' : sentences[fault.field]
  return invalid([...path, fault.field], fault.code, sentence)
}
