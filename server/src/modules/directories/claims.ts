import type { DirectoryProblem } from '@trellis/contract/directory-problems'

/** What an issuer says about a person: the payload of the ID token, whose signature and parties were checked. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string }

/** Accounts at Google that are no company's have addresses of companies too. */
const google = 'https://accounts.google.com'

/** As an issuer is compared: whether it ends with a slash differs between what people copy. */
export const bareIssuer = (issuer: string): string => issuer.replace(/\/$/, '')

/**
 * The texts of a claim: its name as it is, also with dots in it, or else the way to one inside another (`realm_access.roles`). One text
 * alone may have several, parted by commas. Nothing for what is no text.
 */
export function textsAt(claims: Readonly<Record<string, unknown>>, claim: string): string[] {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : inside(claims, claim.split('.'))
  if (typeof value === 'string') return value.split(',').map((text) => text.trim())
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function inside(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return value
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return inside((value as Record<string, unknown>)[name], rest)
}

/** Entra ID leaves groups out of a token when they are more than 200, and says so. */
export function hasTooManyGroups(claims: Readonly<Record<string, unknown>>, claim: string): boolean {
  if (claims.hasgroups === true || claims.hasgroups === 'true') return claim === 'groups'
  const names = claims._claim_names
  return typeof names === 'object' && names !== null && Object.hasOwn(names, claim)
}

export const addressIn = ({ email }: Readonly<Record<string, unknown>>): string | null =>
  typeof email === 'string' && /^[^\s@]+@[^\s@]+$/.test(email) ? email.toLowerCase() : null

const isTrue = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1'

/**
 * Why the address in the claims proves nothing, or null (rules P41). Entra ID has no `email_verified`: its `xms_edov` says the same, and
 * without either the tenant must have said that its directory vouches for addresses.
 */
export function whyNotAddress(
  claims: Claims,
  { vouchesForAddresses, proved }: { vouchesForAddresses: boolean; proved: readonly string[] },
): DirectoryProblem | null {
  const address = addressIn(claims)
  if (address === null) return 'unverified'
  const said = claims.email_verified ?? claims.xms_edov
  if (said === undefined ? !vouchesForAddresses : !isTrue(said)) return 'unverified'
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (!proved.includes(domain)) return 'domain'
  return bareIssuer(claims.iss) === google && claims.hd !== domain ? 'hosted_domain' : null
}

export interface RoleRules {
  rolesClaim: string | null
  roleMappings: readonly { value: string; roleId: number }[]
  defaultRoleIds: readonly number[]
}

/** The roles by the claims, or null where they stay as they are (rules P42). A role is a super admin's only if a mapping names it. */
export function rolesBy(claims: Claims, { rolesClaim, roleMappings, defaultRoleIds }: RoleRules): number[] | null {
  if (rolesClaim === null || hasTooManyGroups(claims, rolesClaim)) return null
  const values = textsAt(claims, rolesClaim)
  const mapped = roleMappings.filter(({ value }) => values.includes(value)).map(({ roleId }) => roleId)
  return [...new Set(mapped.length > 0 ? mapped : defaultRoleIds)].sort((one, other) => one - other)
}

const textIn = (value: unknown, most: number): string =>
  typeof value === 'string'
    ? value
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, most)
    : ''

/** A new user as the directory describes them. */
export function profileIn(claims: Claims) {
  const whole = textIn(claims.name, 200)
  const at = whole.lastIndexOf(' ')
  const address = addressIn(claims) ?? ''
  const firstName =
    textIn(claims.given_name, 100) || (at > 0 ? whole.slice(0, at) : whole) || address.split('@')[0] || address
  const lastName = textIn(claims.family_name, 100) || (at > 0 ? whole.slice(at + 1) : '') || '-'
  const locale = textIn(claims.locale, 20).slice(0, 2).toLowerCase()
  return { firstName, lastName, timeZone: textIn(claims.zoneinfo, 60) || null, locale }
}

/** How the directory identified the person, as it says: `pwd`, `mfa`, `otp` … (RFC 8176). */
export const methodsIn = (claims: Claims): string[] => textsAt(claims, 'amr').slice(0, 10)
