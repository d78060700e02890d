import type { ImportReason } from '@trellis/contract/imports'
import { Email, maximumMoney } from '@trellis/contract/values'

/** Why a cell is refused. */
export class Fault {
  readonly reason: ImportReason
  readonly details: string[]
  constructor(reason: ImportReason, ...details: (string | number)[]) {
    this.reason = reason
    this.details = details.map(String)
  }
}

/** The kind of a column: how its text is parsed, and the SQL type of the result. */
export interface Kind {
  sqlType: string
  /** The text in a form that PostgreSQL casts, or the fault. Not called with an empty text. */
  read(text: string): string | Fault
}

export interface Column {
  kind: Kind
  /** The file must have the column. */
  required: boolean
  /** A row may leave the cell empty. */
  mayBeEmpty: boolean
}
export type Columns = Record<string, Column>

export const required = (kind: Kind): Column => ({ kind, required: true, mayBeEmpty: false })
export const optional = (kind: Kind): Column => ({ kind, required: false, mayBeEmpty: true })
/** A column that the file must have, but whose cells may be empty. */
export const present = (kind: Kind): Column => ({ kind, required: true, mayBeEmpty: true })

/** The column's name in the staging table. */
export const sqlName = (column: string): string => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Numbers with more digits than a spreadsheet shows or keeps: `4.00638E+12`, `12345678901234567E+00`. */
const shortenedNumber = /^-?\d+([.,]\d+)?E\+\d{2,3}$/

export const text = (maximum = 255): Kind => ({
  sqlType: 'text',
  read: (value) => {
    if (value.length > maximum) return new Fault('tooLong', maximum)
    if (shortenedNumber.test(value)) return new Fault('lostDigits')
    return value.trim() === '' ? new Fault('onlySpaces') : value
  },
})

export const oneOf = (...values: string[]): Kind => ({
  sqlType: 'text',
  read: (value) => (values.includes(value) ? value : new Fault('notOneOf', values.join(', '))),
})

export const wholeNumber = (minimum: number, maximum: number): Kind => ({
  sqlType: 'int',
  read: (value) => {
    if (!/^[+-]?\d{1,10}$/.test(value)) return new Fault('notWhole')
    const number = Number(value)
    if (number < minimum || number > maximum) return new Fault('notBetween', minimum, maximum)
    return String(number)
  },
})

const maximumWhole = BigInt(Math.floor(maximumMoney))

/**
 * Money: a decimal point and at most four significant decimals. Handled as text throughout, never as a binary number.
 */
export const money: Kind = {
  sqlType: 'numeric(19,4)',
  read: (value) => {
    const parts = /^(\d{1,18})(?:\.(\d+))?$/.exec(value)
    if (!parts) return new Fault('notMoney')
    const decimals = (parts[2] ?? '').replace(/0+$/, '')
    if (decimals.length > 4) return new Fault('decimals')
    return BigInt(parts[1] ?? '0') > maximumWhole ? new Fault('tooMuch', String(maximumWhole)) : value
  },
}

export const yesOrNo: Kind = {
  sqlType: 'boolean',
  read: (value) => {
    const known = { true: 'true', '1': 'true', false: 'false', '0': 'false' }[value.toLowerCase()]
    return known ?? new Fault('notYesNo')
  },
}

const isoDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?$/

/**
 * A date without a time means noon UTC, which is the same calendar day in nearly every time zone; a time without a zone
 * is UTC.
 */
export const instant: Kind = {
  sqlType: 'timestamptz',
  read: (value) => {
    const parts = isoDate.exec(value)
    if (!parts) return new Fault('notDate')
    const [year, month, day, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map((part) => Number(part ?? 0))
    const lastDay = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate()
    const exists =
      month! >= 1 && month! <= 12 && day! >= 1 && day! <= lastDay && hour < 24 && minute < 60 && second < 60
    if (!exists) return new Fault('noSuchDate')
    if (year! < 1970) return new Fault('before1970')
    if (parts[4] === undefined) return `${value}T12:00:00Z`
    return parts[7] === undefined ? `${value}Z` : value
  },
}

export const email: Kind = {
  sqlType: 'text',
  read: (value) => (Email.safeParse(value).success ? value : new Fault('notEmail')),
}

export const timeZone: Kind = {
  sqlType: 'text',
  read: (value) => {
    // `en-US` is not a time zone and is stored as UTC (rules P21).
    if (value === 'en-US') return 'UTC'
    try {
      new Intl.DateTimeFormat('en', { timeZone: value })
      return value
    } catch {
      return new Fault('notTimeZone')
    }
  },
}
