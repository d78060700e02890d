import type { Code } from '@trellis/contract/codes'
import { type DiscountFault, discountFault } from '@trellis/contract/discounts'
import { hasPermission } from '@trellis/contract/permissions'
import type { PriceListItemDraft } from '@trellis/contract/price-lists'
import { breakFault } from '@trellis/contract/quantity-breaks'
import type * as z from 'zod/mini'
import { invalid, type Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'

export type ItemDraft = z.output<typeof PriceListItemDraft>

export interface ListFacts {
  /**
   * True when an account in the actor's own sub-tree owns the list. The list that serves the actor's account can be seen,
   * but is owned elsewhere.
   */
  own: boolean
  /** True when the list is associated with an account or named by an order line. */
  used: boolean
}

/** The code that refuses this action on a visible price list, or null. */
export function whyNot(action: 'update' | 'delete', list: ListFacts, actor: Pick<Actor, 'permissions'>): Code | null {
  const flag = action === 'update' ? 'u' : 'd'
  if (!list.own || !hasPermission(actor.permissions, 'PriceLists', flag)) return 'RQ403'
  return action === 'delete' && list.used ? 'PR523' : null
}

/** Price lists are assigned downwards only: to a group with a higher level number (rules R4). */
export const whyNotAssociate = (target: { level: number }, actor: Pick<Actor, 'level'>): Code | null =>
  actor.level < target.level ? null : 'RQ403'

/** Lists owned in the actor's sub-tree can be assigned; the list that serves the actor's account only if it propagates. */
export const whyNotHandOn = (list: { own: boolean; propagates: boolean }): Code | null =>
  list.own || list.propagates ? null : 'RQ403'

/**
 * Whether the parent of a new account can provide this list: it owns it, or is served by it with propagation. When the
 * actor may assign any such list, a new account must get a list (rules N5).
 */
export const isParentsToGive = (list: { ofParent: boolean; toParent: boolean }): boolean =>
  list.ofParent || list.toParent

type GivenPrice = Pick<ItemDraft, 'customPrice' | 'quantityBreaks'> & GivenDiscount

interface GivenDiscount {
  customPriceDiscountType?: ItemDraft['customPriceDiscountType']
  customPriceDiscountAmount?: ItemDraft['customPriceDiscountAmount']
}

/** For each discount fault: the field and code reported for a row, and the text of a refusal. */
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

export const breakSentences = {
  not_rising: 'Each break begins at more pieces than the one before',
  not_lower: 'Each break costs less than the price before it',
} as const

/** The fault in the discount or the breaks of a row, or null. `msrp` is null when its currency is not that of the list. */
export function faultOf(item: GivenPrice, msrp: number | null) {
  const { customPriceDiscountType: type = null, customPriceDiscountAmount: amount = null } = item
  const fault = discountFault({ type, amount }, msrp)
  if (fault !== null) return faults[fault]
  const wrong = breakFault(item.customPrice, item.quantityBreaks)
  if (wrong === null) return null
  const field = `quantityBreaks.${wrong.index}.${wrong.field}` as const
  return { field, code: wrong.code, sentence: breakSentences[wrong.code] }
}

/** The same as a refusal. */
export function refusalOf(item: ItemDraft, msrp: number | null, path: (string | number)[] = []): Refusal | null {
  const fault = faultOf(item, msrp)
  return fault === null ? null : invalid([...path, ...fault.field.split('.')], fault.code, fault.sentence)
}
