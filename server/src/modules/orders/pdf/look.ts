import { readableOn } from '@trellis/contract/brand'
import { minorUnitsOf } from '@trellis/contract/currencies'
import type { Pdf } from '../../../platform/pdf/document.ts'
import type { OrderDocument } from './find-document.ts'
import type { Words } from './words.ts'

/** What all parts of the document draw with. */
export interface Sheet {
  pdf: Pdf
  document: OrderDocument
  say: Words
  language: 'en' | 'it'
  ink: Ink
  numbers: Numbers
}

export interface Ink {
  /** The tenant's colour for surfaces and lines. */
  brand: string
  /** The nearest shade of it that is readable on white. */
  accent: string
  text: string
  quiet: string
  line: string
  surface: string
}

const plain = '#1f4f8f'

export function inkOf(primaryColor: string | null): Ink {
  const brand = /^#[0-9a-f]{6}$/i.test(primaryColor ?? '') ? String(primaryColor) : plain
  return {
    brand,
    accent: readableOn('#ffffff', brand),
    text: '#1b1d21',
    quiet: '#5b6270',
    line: '#d9dde3',
    surface: '#f4f6f8',
  }
}

export interface Numbers {
  /** An amount in the decimals of its currency; text is formatted exactly. */
  money(amount: number | string): string
  /** The price of one piece, with up to four decimals. */
  price(amount: number): string
  pieces(count: number): string
}

/** Formats are made once per document: making one takes longer than drawing a line. */
export function numbersOf(currency: string, language: string): Numbers {
  const common = { style: 'currency', currency, currencyDisplay: 'code', useGrouping: 'always' } as const
  const units = minorUnitsOf(currency)
  const money = new Intl.NumberFormat(language, {
    ...common,
    minimumFractionDigits: units,
    maximumFractionDigits: units,
  })
  const price = new Intl.NumberFormat(language, { ...common, minimumFractionDigits: units, maximumFractionDigits: 4 })
  const pieces = new Intl.NumberFormat(language, { useGrouping: 'always' })
  return {
    money: (amount) => money.format(amount as number),
    price: (amount) => price.format(amount),
    pieces: (count) => pieces.format(count),
  }
}
