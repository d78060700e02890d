/** Units of money in the headings of columns: `Price (EUR)`, `Importo in k€`, `Betrag in Tsd. €`. */

const codes = 'EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|JPY|CNY|CAD|AUD|NZD|BRL|MXN|INR|ZAR|AED|SGD|HKD'
const mark = `(?:${codes}|US\\$|[€$£¥]|euros?)`
const thousand = "(?:k|T|tsd\\.?|tausend|mila|migliaia(?: di)?|thousands?(?: of)?|milliers(?: d[e’'])?|miles(?: de)?)"
/** At the end of a heading, in brackets or without, or between dashes and slashes. */
const atEnd = new RegExp(`[\\s([/,-]+(?:in |en )?(${thousand}(?=[\\s€$£¥A-Z)\\]]|$))?\\s*(${mark})?[\\s)\\]]*$`, 'i')
const inThousands = /[\s([]+(?:in |en )?(k|tsd\.?|migliaia|thousands|milliers|miles)[\s)\]]*$/i

export interface HeadingUnit {
  /** The heading without its unit. */
  bare: string
  /** The sign or code of a currency. */
  mark: string
  thousands: boolean
}

/** The unit that a heading names; a heading without one is returned as it is. */
export function unitOf(heading: string): HeadingUnit {
  const name = heading.trim()
  const found = atEnd.exec(name)
  const bare = found === null ? '' : name.slice(0, found.index)
  if (found !== null && bare !== '' && found[2] !== undefined)
    return { bare, mark: markOf(found[2]), thousands: isThousands(found[1]) }
  const only = inThousands.exec(name)
  if (only !== null && only.index > 0) return { bare: name.slice(0, only.index), mark: '', thousands: true }
  return { bare: name, mark: '', thousands: false }
}

/** A capital T before a sign is German for a thousand, a small one is no unit. */
const isThousands = (text: string | undefined): boolean => text !== undefined && text !== 't'

const markOf = (text: string): string => (/^euros?$/i.test(text) && text.length > 3 ? '€' : text.toUpperCase())

/** The currency that a sign or code can only mean. */
export function currencyOf(text: string): string | null {
  const known: Record<string, string> = { '€': 'EUR', '£': 'GBP', US$: 'USD' }
  return known[text] ?? (/^[A-Z]{3}$/.test(text) ? text : null)
}

/** An amount with decimal point, multiplied by a thousand digit by digit; any other text is returned as it is. */
export function inPieces(amount: string): string {
  const parts = /^(\D*)(\d+)(?:\.(\d+))?(\D*)$/.exec(amount)
  if (!parts) return amount
  const [, before = '', whole = '', fraction = '', behind = ''] = parts
  const padded = fraction.padEnd(3, '0')
  const rest = padded.slice(3).replace(/0+$/, '')
  const digits = `${whole}${padded.slice(0, 3)}`.replace(/^0+(?=\d)/, '')
  return `${before}${digits}${rest === '' ? '' : `.${rest}`}${behind}`
}
