import type { MatchReason } from '@trellis/contract/deal-states'
import { plainVatId } from '@trellis/contract/vat-ids'
import { companyName, nameKeys, sameName } from './company-name.ts'
import { mailDomain, webDomain } from './domains.ts'

/** What matching reads of a prospect. Empty and absent values match nothing. */
export interface MatchedProspect {
  name: string
  countryCode: string
  vatId?: string | null
  email?: string | null
  webSite?: string | null
}

const countryOf = (prospect: MatchedProspect) => prospect.countryCode.trim().toUpperCase()

/** The number of a VAT id without its prefix, or null for what people type where they have none ("n/a", "00000000000"). */
function vatNumber(prospect: MatchedProspect, country: string): string | null {
  const plain = plainVatId(prospect.vatId ?? '')
  const prefix = plain.startsWith('CHE') ? 'CHE' : country === 'GR' && plain.startsWith('EL') ? 'EL' : country
  const number = (plain.startsWith(prefix) ? plain.slice(prefix.length) : plain).replace(/(MWST|TVA|IVA)$/, '')
  return number.length >= 5 && /\d.*\d.*\d/.test(number) && !/^(.)\1*$/.test(number) ? number : null
}

const domainsOf = (prospect: MatchedProspect): string[] => [
  ...new Set([webDomain(prospect.webSite ?? ''), mailDomain(prospect.email ?? '')].filter((domain) => domain !== null)),
]

/**
 * Texts to store with a prospect in an index: two prospects for which `sameCompany` finds a reason have one of them in
 * common, so that only prospects with a common key need to be compared (blocking).
 */
export function matchKeys(prospect: MatchedProspect): string[] {
  const country = countryOf(prospect)
  const vat = vatNumber(prospect, country)
  const keys = [
    ...(vat === null ? [] : [`v:${country}:${vat}`]),
    ...domainsOf(prospect).map((domain) => `d:${domain}`),
    ...nameKeys(companyName(prospect.name, country)).map((key) => `n:${country}:${key}`),
  ]
  return [...new Set(keys)]
}

/** Why these two prospects are the same company, the strongest reason first; empty if they are not (decision 051). */
export function sameCompany(a: MatchedProspect, b: MatchedProspect): MatchReason[] {
  const [here, there] = [countryOf(a), countryOf(b)]
  const reasons: MatchReason[] = []
  const vat = vatNumber(a, here)
  if (here === there && vat !== null && vat === vatNumber(b, there)) reasons.push('vatId')
  const domains = domainsOf(b)
  if (domainsOf(a).some((domain) => domains.includes(domain))) reasons.push('domain')
  if (here === there && sameName(companyName(a.name, here), companyName(b.name, there))) reasons.push('name')
  return reasons
}
