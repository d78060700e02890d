/** Reads product lines that were copied from a spreadsheet or a mail: a SKU and a quantity on each line. */
import { maximumLines } from '@trellis/contract/orders'
import { maximumQuantity } from '@trellis/contract/values'
import type { Addition, Offer } from './lines.ts'

export type PasteFault = 'unknown' | 'noQuantity' | 'otherCurrency' | 'tooMany'

export interface PastedLines<Offered extends Offer = Offer> {
  found: Addition<Offered>[]
  /** The lines that were not understood, with their number in the text. */
  faults: { line: number; text: string; fault: PasteFault }[]
}

interface Known<Offered extends Offer> {
  offers: readonly Offered[]
  /** The currency of the lines that there are; undefined when there are none. */
  currencyId: number | undefined
  /** Products that have a line already. */
  has: ReadonlySet<string>
}

/** How cells are separated, from the clearest to the least clear: a SKU may contain spaces and commas. */
const separators = [/[\t;|]/, /\s{2,}|[\t;|]/, /[\s;|]+/, /[\s;|,]+/]

export function readPasted<Offered extends Offer>(
  text: string,
  { offers, currencyId, has }: Known<Offered>,
): PastedLines<Offered> {
  const bySku = new Map(offers.map((offer) => [offer.sku.toUpperCase(), offer]))
  const found: Addition<Offered>[] = []
  const faults: PastedLines['faults'] = []
  const products = new Set(has)
  let currency = currencyId
  text.split(/\r\n|\r|\n/).forEach((written, index) => {
    if (written.trim() === '' || isHeading(written, index, bySku)) return
    const { offer, quantity } = readLine(written, bySku)
    const fault = faultOf(offer, quantity)
    if (fault !== null || offer === undefined || quantity === null) {
      faults.push({ line: index + 1, text: written.trim(), fault: fault ?? 'unknown' })
      return
    }
    currency ??= offer.currencyId
    products.add(offer.productId)
    found.push({ offer, quantity })
  })
  return { found, faults }

  function faultOf(offer: Offer | undefined, quantity: number | null): PasteFault | null {
    if (offer === undefined) return 'unknown'
    if (quantity === null) return 'noQuantity'
    if (currency !== undefined && offer.currencyId !== currency) return 'otherCurrency'
    return products.size >= maximumLines && !products.has(offer.productId) ? 'tooMany' : null
  }
}

/** The first line may name the columns: it has no number and no SKU. */
const isHeading = (written: string, index: number, bySku: ReadonlyMap<string, Offer>) =>
  index === 0 && !/\d/.test(written) && readLine(written, bySku).offer === undefined

function readLine<Offered extends Offer>(written: string, bySku: ReadonlyMap<string, Offered>) {
  for (const separator of separators) {
    const cells = written.split(separator).map((cell) => cell.trim().replace(/^["']|["']$/g, ''))
    const at = cells.findIndex((cell) => bySku.has(cell.toUpperCase()))
    if (at < 0) continue
    const offer = bySku.get((cells[at] ?? '').toUpperCase())
    const others = cells.filter((cell, index) => index !== at && cell !== '')
    const after = cells.slice(at + 1).flatMap(quantityIn)
    const before = cells.slice(0, at).flatMap(quantityIn)
    // A SKU alone is one piece; a number before it may be the position, so one after it has priority.
    return { offer, quantity: others.length === 0 ? 1 : (after[0] ?? before.at(-1) ?? null) }
  }
  return { offer: undefined, quantity: null }
}

/** "5", "5x", "× 5", "5 pcs", "5,00": a whole number of pieces. Prices and grouped figures are none: "1,000" is ambiguous. */
function quantityIn(cell: string): number[] {
  const digits = /^[x×*]?\s*(\d+)(?:[.,]0{1,2})?\s*(?:[x×*]|pcs?\.?|pz\.?|pieces?|pezz[io])?$/i.exec(cell)?.[1]
  const quantity = Number(digits ?? 0)
  return quantity >= 1 && quantity <= maximumQuantity ? [quantity] : []
}
