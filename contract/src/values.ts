import * as z from 'zod/mini'

/** UUID, any version, lower case from here on: it is compared as text with what the database says. */
export const Id = z.uuid().check(z.toLowerCase())

/** The id of a role, group, currency or subscription: an integer as the database has it. */
export const NumberId = z.int32()

/** The largest amount carried: 15 significant digits, so that a JSON number holds it exactly with 4 decimals. */
export const maximumMoney = 99_999_999_999.9999

const atMostFourDecimals = (amount: number) => Number(amount.toFixed(4)) === amount

/** An amount of money of at least zero, at most 4 decimals, never rounded silently. */
export const Money = z.number().check(
  z.minimum(0),
  z.maximum(maximumMoney),
  z.refine((amount) => atMostFourDecimals(amount) && !Object.is(amount, -0), { error: 'at_most_4_decimals' }),
)

/** An amount as it comes out: sums and balances may be larger than what one line takes in, and negative. */
export const Amount = z.number()

/** The most pieces of one line of an order, seats of one license, or pieces of one movement. */
export const maximumQuantity = 1_000_000

/** Pieces in an order, a license or a movement: whole, at least 1. */
export const Quantity = z.int().check(z.minimum(1), z.maximum(maximumQuantity))

/** Pieces on hand; the root's balance may be negative. */
export const Balance = z.int()

/** An instant, ISO 8601 UTC with milliseconds. */
export const Instant = z.iso.datetime()

/** There was no year 0, and PostgreSQL takes none. */
const hasYear = z.refine<string>((date) => !date.startsWith('0000'), { error: 'year' })

/** No place is 16 hours from UTC, and PostgreSQL takes none that is. */
const hasOffset = z.regex(/(Z|[+-](0\d|1[0-5]):\d\d)$/)

/** A date filter's end: an instant, or a day `YYYY/MM/DD` in the user's time zone. */
export const DateOrInstant = z.union([
  z.iso.datetime({ offset: true }).check(hasYear, hasOffset),
  z.string().check(
    hasYear,
    z.regex(/^\d{4}\/(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])$/),
    z.refine((text) => {
      const [year, month, day] = text.split('/').map(Number) as [number, number, number]
      return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
    }),
  ),
])

/**
 * PostgreSQL can hold neither a NUL nor half of a pair (a character cut in two), and no field of ours has a use for other
 * control characters but line breaks and tabs.
 */
const printable = z.refine<string>(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  (text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u.test(text),
  { error: 'control_characters' },
)

/** Text of one line, at most 255 characters unless told otherwise (rules G10). */
export const text = (maximum = 255) => z.string().check(z.maxLength(maximum), printable)

/** The same, required: not empty and not only spaces. */
export const requiredText = (maximum = 255) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(maximum),
    printable,
    z.refine((value) => value.trim() !== '', { error: 'required' }),
  )

/** Required text by which something is known, such as a SKU: without the spaces around it. No two differ only by case. */
export const keyText = (maximum = 255) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum), printable)

/** An e-mail address: one, without display name or line break. */
export const Email = z.string().check(z.maxLength(254), z.email(), printable)

/** `{ id, name }` */
export const Reference = z.object({ id: Id, name: z.string() })
export type Reference = z.output<typeof Reference>

/** The answer of a create. */
export const Created = z.object({ id: Id })

/** `/x/:id` */
export const ById = z.strictObject({ id: Id })

/** Who did something, as history and lists show it. */
export const Creator = z.object({ userId: Id, firstName: z.string(), lastName: z.string() })

/** 255 years means perpetual, in and out (rules C4). */
export const perpetualYears = 255
