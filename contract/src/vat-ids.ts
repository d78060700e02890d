/**
 * Checks VAT ids by country. An unusual id can be saved: registrations change faster than rules, and a company may be
 * registered abroad. Only an id whose form is impossible in the country is refused.
 */

/** `unusual` causes a warning: a wrong check digit, or the id of another country. */
export type VatIdVerdict = 'plausible' | 'unusual' | 'impossible'

interface Form {
  /** The prefix of the id, where it is not the country's code. */
  prefix?: string
  /** The pattern of the number, without prefix and separators. */
  shape: RegExp
  check?: (number: string) => boolean
}

const digitsOf = (text: string) => Array.from(text, Number)
const weighted = (text: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * (digitsOf(text)[index] ?? 0), 0)
const last = (text: string) => Number(text.at(-1))

/** The Luhn algorithm: every second digit is doubled and its digits are added. */
const luhn = (text: string) =>
  digitsOf(text)
    .reverse()
    .reduce(
      (sum, digit, index) => sum + (index % 2 === 0 ? digit : Math.floor((digit * 2) / 10) + ((digit * 2) % 10)),
      0,
    ) %
    10 ===
  0

/** ISO 7064, MOD 11,10. */
function mod11And10(text: string): boolean {
  let product = 10
  for (const digit of digitsOf(text.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === last(text)
}

/** The check digit completes the weighted sum to a multiple of 11; no check digit fits where that would be ten. */
const elevens = (weights: readonly number[]) => (text: string) =>
  (11 - (weighted(text, weights) % 11)) % 11 === last(text)

const forms: Readonly<Record<string, Form>> = {
  AT: {
    shape: /^U\d{8}$/,
    check: (text) => {
      const sum = digitsOf(text.slice(1, 8)).reduce(
        (total, digit, index) => total + (index % 2 === 0 ? digit : Math.floor((digit * 2) / 10) + ((digit * 2) % 10)),
        4,
      )
      return (10 - (sum % 10)) % 10 === last(text)
    },
  },
  BE: { shape: /^[01]\d{9}$/, check: (text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8)) },
  BG: { shape: /^\d{9,10}$/ },
  CH: {
    prefix: 'CHE',
    shape: /^\d{9}(MWST|TVA|IVA)?$/,
    check: (text) => elevens([5, 4, 3, 2, 7, 6, 5, 4])(text.slice(0, 9)),
  },
  CY: { shape: /^\d{8}[A-Z]$/ },
  CZ: { shape: /^\d{8,10}$/ },
  DE: { shape: /^[1-9]\d{8}$/, check: mod11And10 },
  DK: { shape: /^[1-9]\d{7}$/, check: (text) => weighted(text, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { shape: /^10\d{7}$/ },
  ES: { shape: /^[A-Z0-9]\d{7}[A-Z0-9]$/ },
  FI: { shape: /^\d{8}$/, check: elevens([7, 9, 10, 5, 8, 4, 2]) },
  FR: {
    shape: /^[0-9A-HJ-NP-Z]{2}\d{9}$/,
    // A check key that contains letters cannot be computed from the number.
    check: (text) => !/^\d{2}/.test(text) || Number(text.slice(0, 2)) === (12 + 3 * (Number(text.slice(2)) % 97)) % 97,
  },
  GB: { shape: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/ },
  GR: {
    prefix: 'EL',
    shape: /^\d{9}$/,
    check: (text) => (weighted(text, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(text),
  },
  HR: { shape: /^\d{11}$/, check: mod11And10 },
  HU: { shape: /^\d{8}$/ },
  IE: { shape: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/ },
  IT: { shape: /^\d{11}$/, check: luhn },
  LT: { shape: /^(\d{9}|\d{12})$/ },
  LU: { shape: /^\d{8}$/, check: (text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6)) },
  LV: { shape: /^\d{11}$/ },
  MT: { shape: /^\d{8}$/ },
  NL: {
    shape: /^[A-Z0-9+*]{9}B\d{2}$/,
    // Since 2020 sole traders have numbers with another check.
    check: (text) =>
      !/^\d{9}/.test(text) || weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(text[8]) || whole97(text),
  },
  NO: { shape: /^[89]\d{8}(MVA)?$/, check: (text) => elevens([3, 2, 7, 6, 5, 4, 3, 2])(text.slice(0, 9)) },
  PL: { shape: /^\d{10}$/, check: (text) => weighted(text, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(text) },
  PT: {
    shape: /^[1-9]\d{8}$/,
    check: (text) => {
      const rest = 11 - (weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
      return (rest > 9 ? 0 : rest) === last(text)
    },
  },
  RO: { shape: /^[1-9]\d{1,9}$/ },
  SE: { shape: /^\d{10}\d{2}$/, check: (text) => luhn(text.slice(0, 10)) },
  SI: { shape: /^[1-9]\d{7}$/ },
  SK: { shape: /^[1-9]\d{9}$/ },
}

/** The check of Dutch sole traders: the whole id, with letters as numbers from 10 on, is 1 modulo 97. */
function whole97(text: string): boolean {
  const spelled = Array.from(`NL${text}`, (letter) => Number.parseInt(letter, 36)).join('')
  return BigInt(spelled) % 97n === 1n
}

/** Capital letters and digits only, without grouping characters. */
export const plainVatId = (vatId: string): string => vatId.toUpperCase().replace(/[\s.\-/]/g, '')

function fits(plain: string, countryCode: string): { shape: boolean; check: boolean } {
  const form = forms[countryCode]
  if (form === undefined) return { shape: false, check: false }
  const prefix = form.prefix ?? countryCode
  const number =
    plain.startsWith(prefix) && form.shape.test(plain.slice(prefix.length)) ? plain.slice(prefix.length) : plain
  const shape = form.shape.test(number)
  return { shape, check: shape && (form.check?.(number) ?? true) }
}

/** Whether an address or a prospect can have this VAT id: the one rule of forms, calls and imports. */
export const isPossibleVatId = (vatId: string, countryCode: string): boolean =>
  judgeVatId(vatId, countryCode) !== 'impossible'

/**
 * Judges the VAT id of a company in this country. The caller handles an empty id: it is another rule whether one is
 * required.
 */
export function judgeVatId(vatId: string, countryCode: string): VatIdVerdict {
  const plain = plainVatId(vatId)
  const country = countryCode.toUpperCase()
  if (!/^[A-Z0-9+*]{2,20}$/.test(plain) || !/\d/.test(plain)) return 'impossible'
  if (forms[country] === undefined) return 'plausible'
  const { shape, check } = fits(plain, country)
  if (shape) return check ? 'plausible' : 'unusual'
  const abroad = Object.entries(forms).some(
    ([code, { prefix = code }]) => code !== country && plain.startsWith(prefix) && fits(plain, code).shape,
  )
  return abroad ? 'unusual' : 'impossible'
}
