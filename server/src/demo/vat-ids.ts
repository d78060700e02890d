import { judgeVatId } from '@trellis/contract/vat-ids'

/** Parts of a VAT id by country; generated numbers have valid check digits. */
const forms: Record<string, { before: string; digits: number; after: string }> = {
  AT: { before: 'ATU', digits: 8, after: '' },
  CH: { before: 'CHE', digits: 9, after: '' },
  DE: { before: 'DE', digits: 9, after: '' },
  DK: { before: 'DK', digits: 8, after: '' },
  ES: { before: 'ESB', digits: 8, after: '' },
  FI: { before: 'FI', digits: 8, after: '' },
  IT: { before: 'IT', digits: 11, after: '' },
  NO: { before: 'NO', digits: 9, after: 'MVA' },
  PT: { before: 'PT', digits: 9, after: '' },
  SE: { before: 'SE', digits: 10, after: '01' },
}

/** A valid VAT id for the country, always the same for the same number. */
export function vatIdFrom(countryCode: string, number: number): string {
  const form = forms[countryCode]
  if (!form) return `${countryCode}${number}`
  const { before, digits, after } = form
  // Starts with 9, which some countries require.
  const start = 9 * 10 ** (digits - 1) + (number % 10 ** (digits - 2)) * 10
  for (let candidate = start; ; candidate++) {
    const vatId = `${before}${candidate}${after}`
    if (judgeVatId(vatId, countryCode) === 'plausible') return vatId
  }
}
