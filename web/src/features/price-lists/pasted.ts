/** Parses pasted spreadsheet rows: `SKU, price` or `SKU, −10 %`, separated by tab or semicolon. Pure functions. */
import { parseNumber, separatorsOf } from '../../ui/numbers.ts'
import {
  type DiscountKind,
  faultOf,
  noPrice,
  type PriceDraft,
  type Priced,
  type PriceFault,
  withDiscount,
  withPrice,
} from './discount.ts'

/** A row as it was pasted or corrected. */
export interface PastedRow {
  sku: string
  value: string
  /** Line number in the pasted text, from 1. */
  number: number
}

export type RowFault = PriceFault | 'sku' | 'unknown' | 'twice' | 'number' | 'ambiguous' | 'columns'

/** A product that a row can name. */
export interface Known {
  productId: string
  sku: string
  name: string
  priced: Priced
}

export interface ReadRow {
  product: Known | null
  draft: PriceDraft
  fault: RowFault | null
  /** The cell with the error. */
  at: 'sku' | 'value'
  /** The two meanings of an ambiguous cell: the figure, and the text that means only this figure. */
  meanings?: readonly Meaning[]
}

export interface Meaning {
  figure: number
  text: string
}

/** Joins extra columns. More than two columns are an error, because their meaning is not known. */
const tooMany = '\t'

const cellsOf = (line: string) =>
  line.split(line.includes('\t') ? '\t' : ';').map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"')
      .trim(),
  )

const productNamed = (sku: string, products: ReadonlyMap<string, Known>) =>
  products.get(sku.trim()) ?? products.get(sku.trim().toUpperCase()) ?? null

/** The products by SKU. An exact SKU takes precedence over one that differs only in case. */
export function knownBySku<A extends Omit<Known, 'priced'>>(
  articles: readonly A[],
  pricedOf: (article: A) => Priced,
): Map<string, Known> {
  const all = articles.map((article) => ({ ...article, priced: pricedOf(article) }))
  const upper = all.map((product): [string, Known] => [product.sku.toUpperCase(), product]).reverse()
  return new Map([...upper, ...all.map((product): [string, Known] => [product.sku, product])])
}

/**
 * Splits a pasted text into rows. The first line is a header if it names no product and has no digit in the
 * price column.
 */
export function rowsOf(text: string, products: ReadonlyMap<string, Known>): PastedRow[] {
  const rows = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.replace(/[\s;]/g, '') !== '')
    .map(({ line, number }): PastedRow => {
      const [sku = '', ...others] = cellsOf(line)
      while (others.length > 1 && others.at(-1) === '') others.pop()
      return { sku, value: others.join(tooMany), number }
    })
  const [first] = rows
  const isHeading =
    first !== undefined && first.value !== '' && !/\d/.test(first.value) && productNamed(first.sku, products) === null
  return isHeading ? rows.slice(1) : rows
}

const minus = '\\-\\u2212\\u2013'
const percentage = new RegExp(`^[${minus}]?\\s*(.+?)\\s*%$`)
const amountOff = new RegExp(`^[${minus}]\\s*(.+)$`)
const signs = /^(?:[€$£¥]|CHF|[A-Z]{3}(?=\s))\s*|\s*(?:[€$£¥]|[A-Z]{3})$/g

interface Reading {
  language: string
  /** The list's currency; a value with another currency is an error. */
  currency: string | null
}

/**
 * Both meanings of a text such as `1.800` where the dot is the reader's decimal separator: the sheet may have
 * been written in a notation that groups by it. The text of the decimal meaning gets a fourth decimal if it needs three.
 */
function meaningsOf(text: string, language: string): Meaning[] {
  const { decimal } = separatorsOf(language)
  const [whole = '', part = '', ...more] = text.split(decimal)
  if (more.length > 0 || !/^[1-9]\d{0,2}$/.test(whole) || !/^\d{3}$/.test(part)) return []
  const short = part.replace(/0+$/, '')
  const decimals = short.length === 3 ? `${short}0` : short
  return [
    { figure: Number(`${whole}.${part}`), text: decimals === '' ? whole : whole + decimal + decimals },
    { figure: Number(whole + part), text: whole + part },
  ]
}

/** Whether a pasted price can be read in two ways. */
export const isAmbiguous = (cell: string, language: string): boolean =>
  meaningsOf(cell.trim().replace(signs, ''), language).length > 0

interface Saying {
  discount?: DiscountKind
  figure: number
  meanings: Meaning[]
}

/** Parses a cell as a price, a percentage or an amount off. */
function sayingOf(cell: string, { language, currency }: Reading): Saying | 'number' {
  const said = (text: string, discount?: DiscountKind) => {
    const named = text.match(/[A-Z]{3}/)?.[0]
    const bare = text.replace(signs, '')
    const figure = named !== undefined && named !== currency ? null : parseNumber(bare, language)
    if (figure === null || /^[+-]/.test(text)) return 'number'
    // A percentage is never in the thousands.
    const meanings = discount === 'percentage' ? [] : meaningsOf(bare.replace(/\s/g, ''), language)
    const sign = discount === 'amount' ? '-' : ''
    return {
      figure,
      meanings: meanings.map((meaning) => ({ ...meaning, text: sign + meaning.text })),
      ...(discount && { discount }),
    }
  }
  const share = percentage.exec(cell)?.[1]
  if (share !== undefined) return said(share, 'percentage')
  const off = amountOff.exec(cell)?.[1]
  return off === undefined ? said(cell) : said(off, 'amount')
}

/** Parses and validates all rows. */
export function readRows(
  rows: readonly PastedRow[],
  products: ReadonlyMap<string, Known>,
  reading: Reading,
): ReadRow[] {
  const seen = new Set<string>()
  return rows.map(({ sku, value }): ReadRow => {
    const product = productNamed(sku, products)
    const at = (where: 'sku' | 'value', fault: RowFault | null, draft = noPrice) => ({
      product,
      draft,
      fault,
      at: where,
    })
    if (sku.trim() === '') return at('sku', 'sku')
    if (product === null) return at('sku', 'unknown')
    if (seen.has(product.productId)) return at('sku', 'twice')
    seen.add(product.productId)
    if (value.includes(tooMany)) return at('value', 'columns')
    if (value.trim() === '') return at('value', 'required')
    const said = sayingOf(value.trim(), reading)
    if (said === 'number') return at('value', 'number')
    const draft =
      said.discount === undefined
        ? withPrice(said.figure, noPrice)
        : withDiscount(said.figure, said.discount, product.priced)
    if (said.meanings.length > 0) return { ...at('value', 'ambiguous', draft), meanings: said.meanings }
    return at('value', faultOf(draft, product.priced), draft)
  })
}
