import * as z from 'zod/mini'

/** A UUID of any version, in lower case: ids are compared as text with those of the database. */
export const Id = z.uuid().check(z.toLowerCase())

/** The id of a role, group, currency or subscription: a 32-bit integer as in the database. */
export const NumberId = z.int32()

/** The largest amount: 15 significant digits, so that a JSON number holds it exactly with 4 decimals. */
export const maximumMoney = 99_999_999_999.9999

const atMostFourDecimals = (amount: number) => Number(amount.toFixed(4)) === amount

/** An amount of at least zero with at most 4 decimals; more decimals are refused, not rounded. */
export const Money = z.number().check(
  z.minimum(0),
  z.maximum(maximumMoney),
  z.refine((amount) => atMostFourDecimals(amount) && !Object.is(amount, -0), { error: 'at_most_4_decimals' }),
)

/** An amount in an answer: sums and balances may be larger than an input may be, and negative. */
export const Amount = z.number()

/** Maximum pieces of one order line or movement, and maximum seats of one license. */
export const maximumQuantity = 1_000_000

/** Pieces in an order, a license or a movement: whole, at least 1. */
export const Quantity = z.int().check(z.minimum(1), z.maximum(maximumQuantity))

/** Pieces on hand; only the root's balance may be negative. */
export const Balance = z.int()

/** An instant, ISO 8601 UTC with milliseconds. */
export const Instant = z.iso.datetime()

/** A calendar day as `YYYY-MM-DD`. */
export const Day = z.iso.date()

/** PostgreSQL has no year 0. */
const hasYear = z.refine<string>((date) => !date.startsWith('0000'), { error: 'year' })

/** PostgreSQL accepts offsets of less than 16 hours only. */
const hasOffset = z.regex(/(Z|[+-](0\d|1[0-5]):\d\d)$/)

/** An end of a date filter: an instant, or a day `YYYY/MM/DD` in the user's time zone. */
export const DateOrInstant = z.union(
  [
    z.iso.datetime({ offset: true }).check(hasYear, hasOffset),
    z.string().check(
      hasYear,
      z.regex(/^\d{4}\/(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])$/),
      z.refine((text) => {
        const [year, month, day] = text.split('/').map(Number) as [number, number, number]
        return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
      }),
    ),
  ],
  { error: 'day_or_instant' },
)

/**
 * PostgreSQL cannot store a NUL or an unpaired surrogate (half of a character). Other control characters are refused
 * too, because no field uses them, except line breaks and tabs.
 */
const printable = z.refine<string>(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  (text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u.test(text),
  { error: 'control_characters' },
)

/** Text, at most 255 characters by default (rules G10). */
export const text = (maximum = 255) => z.string().check(z.maxLength(maximum), printable)

/** Text that is not empty and not only spaces. */
export const requiredText = (maximum = 255) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(maximum),
    printable,
    z.refine((value) => value.trim() !== '', { error: 'required' }),
  )

/** Required text that identifies something, such as a SKU; it is trimmed. It is unique case-insensitively. */
export const keyText = (maximum = 255) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum), printable)

/** Exactly one e-mail address, without display name or line break. */
export const Email = z.string().check(z.maxLength(254), z.email(), printable)

/** An entity by its id and name. */
export const Reference = z.object({ id: Id, name: z.string() })
export type Reference = z.output<typeof Reference>

/** The answer of a create. */
export const Created = z.object({ id: Id })

/** Path parameters of `/x/:id`. */
export const ById = z.strictObject({ id: Id })

/** A user as shown in histories and choices. */
export const NamedUser = z.object({ userId: Id, firstName: z.string(), lastName: z.string() })

/** 255 years means perpetual, in requests and answers (rules C4). */
export const perpetualYears = 255

/** Check: no two values of a list have the same key. */
export const once = <T>(of: (value: T) => unknown) =>
  z.refine<T[]>((values) => new Set(values.map(of)).size === values.length, { error: 'twice' })
