import { plainText } from './import-header.ts'

/** Dates as people and programs write them. */

export type Order = 'day' | 'month'

/** Day and month in either order, a year of four or two digits, and a time, with AM or PM in English. */
const numbers =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:,?[ T]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?: ?([ap])\.?m\.?)?)?$/i

/** What the order of day and month in a date is; null for what is no date of this form. */
export function orderIn(text: string): Order | 'eitherDate' | null {
  const parts = numbers.exec(text)
  if (!parts) return null
  const [first, second] = [Number(parts[1]), Number(parts[3])]
  // With points, the day always comes first.
  if (parts[2] === '.' || first > 12) return 'day'
  return second > 12 ? 'month' : 'eitherDate'
}

/** What people write in place of an end, in five languages. */
const perpetual = new Set(
  [
    ...['perpetual', 'for ever', 'forever', 'unlimited', 'never', 'never expires', 'no expiration', 'no end'],
    ...['perpetua', 'perpetuo', 'per sempre', 'illimitata', 'illimitato', 'mai', 'senza scadenza'],
    ...['unbefristet', 'unbegrenzt', 'für immer', 'nie', 'dauerhaft'],
    ...['perpétuel', 'perpétuelle', 'illimité', 'illimitée', 'jamais', 'sans fin'],
    ...['ilimitada', 'ilimitado', 'nunca', 'para siempre', 'sin vencimiento'],
  ].map(plainText),
)

/** A date in ISO 8601, or `perpetual` for the words that mean that there is no end; any other text is returned unchanged. */
export function dateOf(text: string, order: Order | undefined): string {
  if (perpetual.has(plainText(text))) return 'perpetual'
  const reversed = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/.exec(text)
  if (reversed) return iso(reversed[1] as string, reversed[2] as string, reversed[3] as string)
  const named = withMonthName(text)
  if (named !== null) return named
  const parts = order === undefined ? null : numbers.exec(text)
  if (!parts) return text
  const [, first = '', , second = '', year = '', hour, minute, seconds, half] = parts
  const [day, month] = order === 'day' ? [first, second] : [second, first]
  if (hour === undefined) return iso(year, month, day)
  const time = `${hourOf(hour, half)}:${minute}${seconds === undefined ? '' : `:${seconds}`}`
  return `${iso(year, month, day)}T${time}`
}

/** Twelve o'clock at night is 12 AM. An hour that a clock of twelve hours does not have stays, so that the cell is refused. */
function hourOf(hour: string, half: string | undefined): string {
  const number = Number(hour)
  if (half === undefined) return two(hour)
  if (number < 1 || number > 12) return '99'
  return two(String((number % 12) + (half.toLowerCase() === 'p' ? 12 : 0)))
}

const two = (digits: string): string => digits.padStart(2, '0')
/** A year of two digits is one from 1970 to 2069. */
const four = (year: string) => (year.length === 4 ? year : `${Number(year) < 70 ? 20 : 19}${year}`)
const iso = (year: string, month: string, day: string) => `${four(year)}-${two(month)}-${two(day)}`

const monthNames = [
  ['january', 'gennaio', 'januar', 'janvier', 'enero', 'jänner', 'jaenner'],
  ['february', 'febbraio', 'februar', 'février', 'febrero', 'feber'],
  ['march', 'marzo', 'märz', 'mars', 'mrz', 'maerz'],
  ['april', 'aprile', 'avril', 'abril'],
  ['may', 'maggio', 'mai', 'mayo'],
  ['june', 'giugno', 'juni', 'juin', 'junio'],
  ['july', 'luglio', 'juli', 'juillet', 'julio'],
  ['august', 'agosto', 'août'],
  ['september', 'settembre', 'septembre', 'septiembre', 'setiembre'],
  ['october', 'ottobre', 'oktober', 'octobre', 'octubre'],
  ['november', 'novembre', 'noviembre'],
  ['december', 'dicembre', 'dezember', 'décembre', 'diciembre'],
]

/** Months by their names and by each beginning of at least three letters that only one month has. */
const months = new Map<string, number>()
const several = new Set<string>()
for (const [index, names] of monthNames.entries())
  for (const name of names.map(plainText))
    for (let length = 3; length <= name.length; length += 1) {
      const beginning = name.slice(0, length)
      if ((months.get(beginning) ?? index) !== index) several.add(beginning)
      else months.set(beginning, index)
    }
for (const beginning of several) months.delete(beginning)

/** `25 nov 2024`, `5. Januar 2024`, `25-Nov-24`, `5 de enero de 2024`, `Jan 5, 2024` in ISO 8601. */
function withMonthName(text: string): string | null {
  const dayFirst = /^(\d{1,2})(?:\.|er|º|°)?[ -]?(?:de )?(\p{L}{3,})\.?[ -]?(?:de )?(\d{4}|\d{2})$/iu.exec(text)
  const monthFirst = /^(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu.exec(text)
  const [day, name, year] = dayFirst?.slice(1) ?? [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  const month = name === undefined ? undefined : months.get(plainText(name))
  return month === undefined || day === undefined || year === undefined ? null : iso(year, String(month + 1), day)
}
