/** The state of the price grid: the saved prices of a list and the edits that are not saved yet. Pure functions. */
import type { PriceListItem } from '@trellis/contract/price-lists'
import {
  atMsrp,
  faultOf,
  fromWire,
  noPrice,
  type PriceDraft,
  type Priced,
  samePrice,
  toWire,
  withDiscount,
} from './discount.ts'

/** A product that can be on a price list. */
export interface Article {
  productId: string
  sku: string
  name: string
  status: string
  priceMsrp: number
  currencyId: number
}

/** One product in the grid. */
export interface Line {
  article: Article
  /** The price on the server; null for a product that is not on the list there. */
  saved: PriceDraft | null
  /** The price as edited; null when the product is to be taken off the list. */
  draft: PriceDraft | null
  /** The plan that is edited sets this price, also if it is that of now: an earlier plan may change it until then. */
  isPlanned?: boolean
}

export type Lines = readonly Line[]

/** A product with its new price: pasted, copied or chosen. */
export interface NewPrice {
  article: Article
  draft: PriceDraft
}

export const idOf = ({ article }: { article: Article }): string => article.productId

export const articleOn = ({ productId, sku, name, status, priceMsrp, currencyId }: PriceListItem): Article => ({
  productId,
  sku,
  name,
  status,
  priceMsrp,
  currencyId,
})

/** The lines of a list as it is saved. */
export const linesOf = (items: readonly PriceListItem[]): Line[] =>
  items.map((item) => ({ article: articleOn(item), saved: fromWire(item), draft: fromWire(item) }))

/** A line for a product that is not on the list. */
export const newLine = (article: Article, draft: PriceDraft = noPrice) => ({ article, saved: null, draft })

/** What saving would do to a line. */
export function changeOf({ saved, draft, isPlanned = false }: Line): 'added' | 'changed' | 'removed' | null {
  if (draft === null) return 'removed'
  if (saved === null) return 'added'
  return samePrice(saved, draft) && !isPlanned ? null : 'changed'
}

export const changesIn = (lines: Lines): Line[] => lines.filter((line) => changeOf(line) !== null)

/** Sets the prices of products. Those not in the grid yet are added below earlier additions and above the saved lines. */
export function put(lines: Lines, prices: readonly NewPrice[]): Lines {
  const drafts = new Map(prices.map((price) => [idOf(price), price.draft]))
  const known = new Set(lines.map(idOf))
  // A pasted price has no breaks to say: those of the line stay.
  const set = lines.map((line) => {
    const draft = drafts.get(idOf(line))
    return draft === undefined ? line : { ...line, draft: { ...draft, breaks: draft.breaks ?? line.draft?.breaks } }
  })
  const added = prices.filter((price) => !known.has(idOf(price))).map(({ article, draft }) => newLine(article, draft))
  return [...set.filter(({ saved }) => saved === null), ...added, ...set.filter(({ saved }) => saved !== null)]
}

const replaced = (lines: Lines, productId: string, by: (line: Line) => Line | null): Lines =>
  lines.flatMap((line) => (idOf(line) === productId ? (by(line) ?? []) : [line]))

export const edit = (lines: Lines, productId: string, draft: PriceDraft): Lines =>
  replaced(lines, productId, (line) => ({ ...line, draft }))

/** Takes a product off the list; one that was never saved leaves the grid. */
export const takeOff = (lines: Lines, productId: string): Lines =>
  replaced(lines, productId, (line) => (line.saved === null ? null : { ...line, draft: null }))

/** Takes all products off the list that are not among those given. */
export const takeOthersOff = (lines: Lines, kept: ReadonlySet<string>): Lines =>
  lines.reduce((left, line) => (kept.has(idOf(line)) ? left : takeOff(left, idOf(line))), lines)

/** Reverts a line to what is saved. */
export const undo = (lines: Lines, productId: string): Lines =>
  replaced(lines, productId, ({ isPlanned: _, ...line }) => line.saved && { ...line, draft: line.saved })

/** A product that was chosen stands at its MSRP, which a discount or another price then replaces. */
export const chosenLine = (article: Article, priced: Priced) => newLine(article, atMsrp(priced))

/**
 * Computes discounted prices again, after another MSRP applies because the list's currency changed; what was chosen before
 * there was a currency comes to its MSRP.
 */
export const repriced = (lines: Lines, pricedOf: (article: Article) => Priced): Lines =>
  lines.map((line) => {
    if (line.draft === null) return line
    const priced = pricedOf(line.article)
    if (line.draft.discount !== null) {
      return {
        ...line,
        draft: { ...withDiscount(line.draft.discount, line.draft.kind, priced), breaks: line.draft.breaks },
      }
    }
    return line.saved === null && samePrice(line.draft, noPrice) ? { ...line, draft: atMsrp(priced) } : line
  })

/** The changed lines whose price cannot be saved. */
export const faultyIn = (lines: Lines, pricedOf: (article: Article) => Priced): Line[] =>
  changesIn(lines).filter(({ article, draft }) => draft !== null && faultOf(draft, pricedOf(article)) !== null)

/** The changes as a request (`pricing.setProducts`). */
export const changesOf = (lines: Lines) => ({
  items: changesIn(lines).flatMap(({ article, draft }) =>
    draft === null ? [] : [{ productId: article.productId, ...toWire(draft) }],
  ),
  remove: lines.filter(({ draft }) => draft === null).map(idOf),
})
