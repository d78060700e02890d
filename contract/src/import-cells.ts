import type { ImportColumn, ImportKind } from './import-columns.ts'
import { dateOf, type Order, orderIn } from './import-dates.ts'
import { countryOf, rolesOf, valueOfWord, yesNoOf } from './import-words.ts'

/*
 * Amounts and dates can be written in two ways each. The format is decided for each column as a whole, from cells that
 * can be read in one way only; when there is no such cell, or when both ways occur, the column is refused.
 */

export type Decimal = '.' | ','

/** How the amounts and dates of each column of a file are written. */
export interface Manners {
  decimals: Record<string, Decimal>
  orders: Record<string, Order>
  /** Columns in which some amount contradicts the others: ambiguous amounts in them are refused. */
  mixed: string[]
}

/** How a reader says that amounts and dates are written, by the name of a column, or `*` for all. */
export interface ChosenFormats {
  decimals?: Record<string, Decimal>
  orders?: Record<string, Order>
}

/** A column that cannot be read, reported once with a cell that shows why. */
export interface ColumnFault {
  column: string
  line: number
  value: string
  reason: 'ambiguousMoney' | 'ambiguousDates' | 'mixedDates'
}

export interface Survey {
  /** Looks at one cell of a column of amounts or dates. */
  see(column: ImportColumn, cell: string, line: number): void
  /**
   * @param separator of the file; null for a spreadsheet, whose numeric cells are not ambiguous
   * @param chosen formats that the reader has chosen, by column or for all columns (`*`); what contradicts them is refused
   */
  end(separator: string | null, chosen?: ChosenFormats): { manners: Manners; faults: ColumnFault[] }
}

/** The first cell that shows a format, and the number of cells that show it. */
interface Sign {
  line: number
  value: string
  count: number
}
type Evidence = Partial<Record<'.' | ',' | 'either.' | 'either,' | 'day' | 'month' | 'eitherDate', Sign>>

export function openSurvey(): Survey {
  const seen: Record<string, Evidence> = {}
  return {
    see({ name, holds }, cell, line) {
      if (holds !== 'money' && holds !== 'date') return
      const text = cell.trim()
      const sign = text === '' ? null : holds === 'money' ? decimalIn(text) : orderIn(text)
      if (sign === null) return
      seen[name] ??= {}
      seen[name][sign] ??= { line, value: text, count: 0 }
      seen[name][sign].count += 1
    },
    end(separator, { decimals = {}, orders = {} } = {}) {
      const manners: Manners = { decimals: {}, orders: {}, mixed: [] }
      const faults: ColumnFault[] = []
      for (const [column, evidence] of Object.entries(seen)) {
        const decimal = hasDecimal(evidence)
          ? (decimals[column] ?? decimals['*'] ?? decimalOf(evidence, separator))
          : null
        const order = hasOrder(evidence) ? (orders[column] ?? orders['*'] ?? orderOf(evidence)) : null
        for (const found of [decimal, order])
          if (found !== null && typeof found === 'object') faults.push({ column, ...found })
        if (typeof decimal === 'string') manners.decimals[column] = decimal
        if (typeof order === 'string') manners.orders[column] = order
        if ((evidence['.'] && evidence[',']) || (typeof decimal === 'string' && evidence[other(decimal)]))
          manners.mixed.push(column)
      }
      return { manners, faults }
    },
  }
}

const hasDecimal = (seen: Evidence) => (seen['.'] ?? seen[','] ?? seen['either.'] ?? seen['either,']) !== undefined
const hasOrder = (seen: Evidence) => (seen.day ?? seen.month ?? seen.eitherDate) !== undefined
const other = (decimal: Decimal): Decimal => (decimal === '.' ? ',' : '.')

type Undecided = Omit<ColumnFault, 'column'>
const undecided = ({ line, value }: Sign, reason: ColumnFault['reason']): Undecided => ({ line, value, reason })

function decimalOf(evidence: Evidence, separator: string | null): Decimal | Undecided | null {
  const { '.': point, ',': comma, 'either.': maybePoint, 'either,': maybeComma } = evidence
  // The cells of the minority format are refused one by one.
  if (point && comma) return comma.count > point.count ? ',' : '.'
  if (point) return '.'
  if (comma) return ','
  if (maybePoint && maybeComma) return undecided(maybePoint, 'ambiguousMoney')
  // Files with a decimal comma are separated by semicolons.
  if (maybePoint) return separator === ';' ? undecided(maybePoint, 'ambiguousMoney') : '.'
  if (maybeComma) return separator === ';' ? ',' : undecided(maybeComma, 'ambiguousMoney')
  return null
}

function orderOf({ day, month, eitherDate }: Evidence): Order | Undecided | null {
  if (day && month) return undecided(day.line > month.line ? day : month, 'mixedDates')
  if (day) return 'day'
  if (month) return 'month'
  return eitherDate ? undecided(eitherDate, 'ambiguousDates') : null
}

const currencyMark = /^([€$£¥]|(?:US|C|A)\$|[A-Z]{3}|[A-Za-z]?Fr\.?)?\s*(.*?)\s*([€$£¥]|[A-Z]{3})?$/su

/** An amount and the sign or code of its currency, which stands before or behind it. */
export function moneyParts(text: string): { mark: string; amount: string } {
  const [, before = '', amount = '', behind = ''] = currencyMark.exec(text) ?? []
  if ((before !== '' && behind !== '') || !/\d/.test(amount)) return { mark: '', amount: text }
  return { mark: before + behind, amount }
}

/** What a sign of a currency can stand for, beside its code. */
const signs: Record<string, readonly string[]> = {
  '€': ['EUR'],
  '£': ['GBP'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'MXN', 'SGD', 'HKD', 'ARS', 'CLP', 'COP'],
  US$: ['USD'],
  C$: ['CAD'],
  A$: ['AUD'],
  '¥': ['JPY', 'CNY'],
  'Fr.': ['CHF'],
  Fr: ['CHF'],
  SFr: ['CHF'],
  'SFr.': ['CHF'],
}

/** Whether an amount with the sign or code can be in the currency. */
export const marksCurrency = (mark: string, currency: string): boolean =>
  mark === '' || mark === currency.toUpperCase() || (signs[mark]?.includes(currency.toUpperCase()) ?? false)

/** An amount without its currency sign and without what stands between groups of digits in Switzerland, France or Sweden. */
const bare = (text: string): string => {
  const amount = moneyParts(text).amount.replace(/[\u00a0\u202f]/g, ' ')
  return /^\d{1,3}([ '’]\d{3})+([.,]\d+)?$/.test(amount) ? amount.replace(/[ '’]/g, '') : amount
}

/**
 * The decimal separator that an amount shows. `either.` and `either,`: it may also be a thousands separator (1.234).
 */
function decimalIn(text: string): '.' | ',' | 'either.' | 'either,' | null {
  // The number of a spreadsheet cell is not ambiguous.
  if (isNumberCell(text)) return null
  const amount = bare(text)
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(amount) || /^\d{1,3}(\.\d{3}){2,}$/.test(amount)) return ','
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(amount) || /^\d{1,3}(,\d{3}){2,}$/.test(amount)) return '.'
  const parts = /^(\d+)([.,])(\d+)$/.exec(amount)
  if (!parts) return null
  const [, whole = '', sign = '.', decimals = ''] = parts
  const couldGroup = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  return couldGroup ? (`either${sign}` as 'either.') : (sign as Decimal)
}

/**
 * True for a marked number of a spreadsheet, which has decimals or more digits than a spreadsheet keeps: `12.1E+00`
 * (`textOfNumber`).
 */
const isNumberCell = (text: string): boolean => /^-?\d+(\.\d+)?E\+00$/.test(text)

/** Significant digits that a spreadsheet keeps of a number. */
const keptDigits = 15

const significant = (digits: string): number => digits.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length

/**
 * The digits of a spreadsheet's number as stored in the file. A whole number is returned as it is. A number with
 * decimals, or with more digits than a spreadsheet keeps, is marked with `E+00`, so that its column can tell it from
 * text.
 */
export function textOfNumber(raw: string): string {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(raw.trim())
  if (!parts || `${parts[2]}${parts[3] ?? ''}` === '') return raw
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const shift = Number(exponent)
  const digits =
    shift < 0
      ? `${'0'.repeat(-shift)}${whole}${fraction}`
      : `${whole}${fraction}${'0'.repeat(Math.max(0, shift - fraction.length))}`
  const point = whole.length + (shift < 0 ? 0 : shift)
  const before = digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0'
  const after = digits.slice(point).replace(/0+$/, '')
  const text = `${sign === '-' ? '-' : ''}${before}${after === '' ? '' : `.${after}`}`
  const isExact = after === '' && before.length <= keptDigits
  return isExact ? text : `${text}E+00`
}

/** A cell in the form that the server's columns read: decimal point, ISO dates, values instead of translated words. */
export function asImported(kind: ImportKind, column: ImportColumn, cell: string, manners: Manners): string {
  const text = column.holds === 'money' ? cell.trim() : withoutMark(cell.trim())
  if (text === '') return ''
  switch (column.holds) {
    case 'money':
      return moneyOf(text, manners.decimals[column.name] ?? '.', manners.mixed.includes(column.name))
    case 'date':
      return dateOf(text, manners.orders[column.name])
    case 'yesNo':
      return yesNoOf(text)
    case 'country':
      return countryOf(text)
    case 'roles':
      return rolesOf(text)
    case 'words':
      return valueOfWord(kind, column.name, text)
    case 'email':
      return text.replace(/^mailto:/i, '')
    default:
      return text
  }
}

/**
 * Removes the mark from decimals that the spreadsheet kept exactly; numbers that may have lost digits stay marked and
 * are refused.
 */
function withoutMark(text: string): string {
  if (!isNumberCell(text)) return text
  const digits = text.slice(0, -'E+00'.length)
  const whole = digits.split('.')[0] ?? ''
  return significant(digits) <= keptDigits && whole.length <= keptDigits ? digits : text
}

/** Half of the smallest difference that is not attributed to binary fractions. */
const binaryNoise = 1e-7

/** With the sign of its currency, which is compared with that of the row. */
function moneyOf(text: string, decimal: Decimal, isMixed: boolean): string {
  const { mark } = moneyParts(text)
  const amount = amountOf(text, decimal, isMixed)
  return amount === text ? text : `${mark}${amount}`
}

function amountOf(text: string, decimal: Decimal, isMixed: boolean): string {
  if (isNumberCell(text)) return repaired(text.slice(0, -'E+00'.length))
  const amount = bare(text)
  const sign = decimalIn(amount)
  if (isMixed && sign !== null && sign !== decimal && sign !== 'either.') return text
  if (isMixed && sign === 'either.' && decimal === ',') return text
  const grouping = decimal === '.' ? ',' : '.'
  const isGrouped = new RegExp(`^\\d{1,3}(\\${grouping}\\d{3})+(\\${decimal}\\d+)?$`).test(amount)
  const plain = isGrouped ? amount.replaceAll(grouping, '') : amount
  return plain.includes(grouping) ? text : plain.replace(decimal, '.')
}

/** Spreadsheets store numbers as binary fractions: 0.3 may be stored as 0.30000000000000004. */
function repaired(digits: string): string {
  const decimals = digits.split('.')[1] ?? ''
  if (decimals.length <= 4 || significant(digits) <= keptDigits) return digits
  const rounded = Number(digits).toFixed(4)
  return Math.abs(Number(rounded) - Number(digits)) < binaryNoise ? rounded.replace(/\.?0+$/, '') : digits
}

/** A spreadsheet cell as text. Times of day are stored as fractions of a day, which can be a millisecond too early. */
export function textOfCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (!(cell instanceof Date)) return typeof cell === 'string' ? spelledOut(cell) : String(cell)
  const second = Math.round(cell.getTime() / 1000) * 1000
  const time = Math.abs(second - cell.getTime()) <= 1 ? second : cell.getTime()
  const iso = new Date(time).toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso
}

/** Decodes characters that XML cannot contain, which workbooks write as `_x0007_`. */
const spelledOut = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
