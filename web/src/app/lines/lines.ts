/** The lines of an order or a deal that is being written: products with quantity and price. */
import { maximumQuantity } from '@trellis/contract/values'

/** The product data that a line keeps, because the product may no longer be offered later. */
export interface Product {
  productId: string
  name: string
  sku: string
}

/** A product that can be added, at its current price. */
export interface Offer extends Product {
  price: number
  /** Lines have one currency; left out where all offers have the same. */
  currencyId?: number
}

export interface Line extends Product {
  /** Null while the input is empty or not a number. */
  quantity: number | null
  price: number | null
}

/** The part of a line that the user can edit. */
export type LineChange = Partial<Pick<Line, 'quantity' | 'price'>>

/** What can be added, and the error when it could not be loaded. */
export interface Offers<Offered extends Offer = Offer> {
  offers: readonly Offered[] | undefined
  error: unknown
  retry: () => void
}

export interface Addition<Offered extends Offer = Offer> {
  offer: Offered
  quantity: number
}

/** Adds products, or increases the quantity of their lines. A quantity of zero adds nothing. */
export function withProducts(lines: readonly Line[], found: readonly Addition[]): readonly Line[] {
  const byId = new Map(lines.map((line) => [line.productId, line]))
  for (const { offer, quantity } of found) {
    if (quantity <= 0) continue
    const { productId, name, sku, price } = offer
    const line = byId.get(productId) ?? { productId, name, sku, quantity: 0, price }
    byId.set(productId, { ...line, quantity: Math.min(maximumQuantity, (line.quantity ?? 0) + quantity) })
  }
  return [...byId.values()]
}

export const withLine = (lines: readonly Line[], productId: string, change: LineChange): readonly Line[] =>
  lines.map((line) => (line.productId === productId ? { ...line, ...change } : line))

export const withoutProduct = (lines: readonly Line[], productId: string): readonly Line[] =>
  lines.filter((line) => line.productId !== productId)
