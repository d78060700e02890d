/** The lines of an order or a deal that is being written: products with quantity and price. */
import { breakAt, type QuantityBreak } from '@trellis/contract/quantity-breaks'
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
  /** Lower prices from a number of pieces on. */
  quantityBreaks?: readonly QuantityBreak[]
  /** Lines have one currency; left out where all offers have the same. */
  currencyId?: number
}

export interface Line extends Product {
  /** Null while the input is empty or not a number. */
  quantity: number | null
  price: number | null
  /** What the product was offered at when it was added. Left out where that is not known. */
  offered?: Offered | undefined
}

/** A price with its breaks. */
export type Offered = Required<Pick<Offer, 'price' | 'quantityBreaks'>>

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

/** The offered price of one piece when so many are bought (rules R22). */
export const priceFor = (
  { price, quantityBreaks = [] }: Partial<Offered> & Pick<Offered, 'price'>,
  quantity: number | null,
): number => breakAt(quantityBreaks, quantity ?? 1)?.price ?? price

/** A line with another quantity. Its price follows the breaks, unless another one was typed. */
function withQuantity(line: Line, quantity: number | null): Line {
  const { offered, price } = line
  const follows = offered !== undefined && price === priceFor(offered, line.quantity)
  return { ...line, quantity, price: follows ? priceFor(offered, quantity) : price }
}

/** Adds products, or increases the quantity of their lines. A quantity of zero adds nothing. */
export function withProducts(lines: readonly Line[], found: readonly Addition[]): readonly Line[] {
  const byId = new Map(lines.map((line) => [line.productId, line]))
  for (const { offer, quantity } of found) {
    if (quantity <= 0) continue
    const { productId, name, sku, price, quantityBreaks = [] } = offer
    const line = byId.get(productId) ?? { productId, name, sku, quantity: 0, price, offered: { price, quantityBreaks } }
    byId.set(productId, withQuantity(line, Math.min(maximumQuantity, (line.quantity ?? 0) + quantity)))
  }
  return [...byId.values()]
}

export const withLine = (lines: readonly Line[], productId: string, change: LineChange): readonly Line[] =>
  lines.map((line) => {
    if (line.productId !== productId) return line
    const { quantity, ...rest } = change
    return { ...(quantity === undefined ? line : withQuantity(line, quantity)), ...rest }
  })

export const withoutProduct = (lines: readonly Line[], productId: string): readonly Line[] =>
  lines.filter((line) => line.productId !== productId)
