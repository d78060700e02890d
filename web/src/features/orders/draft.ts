/** The state of the order form: typed values, validation, and changes. */
import { maximumMoney, maximumQuantity } from '@trellis/contract/values'
import { type Line, withProducts } from '../../app/lines/lines.ts'
import type { Missing } from '../../app/purchase.ts'
import type { Offer } from './offers.ts'

export interface Draft {
  buyerId: string | null
  /** The delivery address, where the buyer has several; null: its only one. */
  addressId: string | null
  orderRefCode: string
  orderNote: string
  lines: readonly Line[]
}

export const emptyDraft: Draft = { buyerId: null, addressId: null, orderRefCode: '', orderNote: '', lines: [] }

/** Whether leaving the form would lose anything. */
export const isWorthKeeping = (draft: Draft): boolean =>
  draft.lines.length > 0 || draft.orderRefCode.trim() !== '' || draft.orderNote.trim() !== ''

/** Choosing another buyer removes all lines, because products and prices differ (rules O17). */
export const withBuyer = (draft: Draft, buyerId: string | null): Draft =>
  buyerId === draft.buyerId ? draft : { ...draft, buyerId, addressId: null, lines: [] }

/** A draft with these products at their current prices; what is not offered is left out. */
export function draftOf(wanted: readonly Missing[], offers: readonly Offer[] | undefined, from = emptyDraft): Draft {
  const byId = new Map(offers?.map((offer) => [offer.productId, offer]))
  const found = wanted.flatMap(({ productId, quantity }) => {
    const offer = byId.get(productId)
    return offer === undefined ? [] : [{ offer, quantity }]
  })
  return { ...from, lines: withProducts(from.lines, found) }
}

/** What was written of a sale, for a buyer that was created meanwhile: its products at the prices of that buyer. */
export const forBuyer = (buyerId: string, kept: Draft, offers: readonly Offer[] | undefined): Draft =>
  draftOf(
    kept.lines.map(({ productId, quantity }) => ({ productId, quantity: Math.max(1, quantity ?? 1) })),
    offers,
    { ...kept, buyerId, addressId: null, lines: [] },
  )

/** Sets the current prices of the products that the server named. They replace what the lines were offered at. */
export const withPrices = (draft: Draft, prices: ReadonlyMap<string, number>): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => {
    const price = prices.get(line.productId)
    return price === undefined ? line : { ...line, price, offered: undefined }
  }),
})

/** Why a field is invalid; the form translates it. */
export type Fault =
  | 'required'
  | 'integer'
  | 'atLeastOnePiece'
  | 'tooMany'
  | 'price'
  | 'decimals'
  | 'notSold'
  | 'otherCurrency'
  | 'notBelow'
  | 'tooLarge'
  | 'refused'

/** Faults by field path, in the server's notation: `items.0.quantity`. */
export type Faults = Readonly<Record<string, Fault>>

const faultOfQuantity = ({ quantity }: Line): Fault | null => {
  if (quantity === null) return 'required'
  if (!Number.isInteger(quantity)) return 'integer'
  if (quantity < 1) return 'atLeastOnePiece'
  return quantity > maximumQuantity ? 'tooMany' : null
}

const faultOfPrice = ({ price }: Line): Fault | null => {
  if (price === null) return 'required'
  if (price < 0 || price > maximumMoney) return 'price'
  return Number(price.toFixed(4)) === price ? null : 'decimals'
}

/** Validates the draft before sending. */
export function faultsOf(draft: Draft, needsBuyer: boolean): Faults {
  const faults: Record<string, Fault> = {}
  if (needsBuyer && draft.buyerId === null) faults.buyerAccountId = 'required'
  draft.lines.forEach((line, index) => {
    const quantity = faultOfQuantity(line)
    const price = faultOfPrice(line)
    if (quantity) faults[`items.${index}.quantity`] = quantity
    if (price) faults[`items.${index}.price`] = price
  })
  return faults
}

const refusals: Readonly<Record<string, Fault>> = {
  not_on_price_list: 'notSold',
  mixed_currencies: 'otherCurrency',
  not_below: 'notBelow',
  too_big: 'tooLarge',
}

/** Converts the issues of a rejected save (RQ422) to faults. */
export function faultsOfIssues(issues: readonly { path: unknown; code: string }[]): Faults {
  return Object.fromEntries(
    issues.map(({ path, code }) => [
      Array.isArray(path) ? path.join('.') : String(path ?? ''),
      refusals[code] ?? 'refused',
    ]),
  )
}
