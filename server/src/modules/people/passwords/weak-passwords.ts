import type { Reader } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { nameOfTenant } from '../../tenants/index.ts'

/** Why a password that meets the composition rules is refused nevertheless (ASVS 6.2.4, 6.2.11, 6.2.12). */
export type Weakness = 'password_common' | 'password_personal'

const sentences: Record<Weakness, string> = {
  password_common: 'Too many people use this password: it is among the first that are tried',
  password_personal: 'Must not contain your name or address, or the name of the portal',
}

const product = 'trellis'
/** Shorter names occur in too many words by chance. */
const shortestName = 4

let common: Promise<Set<string>> | undefined

/**
 * About 50,000 passwords from breaches, most frequent first. Loaded on first use, because loading takes a quarter of a
 * second.
 */
const commonPasswords = (): Promise<Set<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]),
  )
  return common
}

const lettersAndDigits = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{Nd}]/gu, '')

const letterFor: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const withoutDisguise = (text: string): string => text.replace(/[013457@$!]/g, (sign) => letterFor[sign] ?? sign)

/**
 * The password without the characters that people add or replace to meet the rules: `P@ssw0rd-2026!` becomes `password`.
 */
function coresOf(password: string): string[] {
  const lower = password.toLowerCase()
  const trimmed = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const plain = [lower, lettersAndDigits(lower), trimmed, lettersAndDigits(trimmed)]
  return [...plain, ...plain.map((text) => lettersAndDigits(withoutDisguise(text)))]
}

/** The owner of the new password. */
export interface About {
  email: string
  /** First and last name. */
  name: string
}

/** @param portal the names of the portal */
export async function weaknessOf(password: string, { email, name }: About, portal: string[]): Promise<Weakness | null> {
  const cores = coresOf(password)
  const known = await commonPasswords()
  if (cores.some((core) => known.has(core))) return 'password_common'
  const own = [
    email.split('@')[0] ?? '',
    ...(email.split('@')[0] ?? '').split(/[^\p{L}\p{Nd}]+/u),
    ...name.split(/\s+/),
  ]
  const names = [...own, ...portal, product].map(lettersAndDigits).filter((each) => each.length >= shortestName)
  return names.some((each) => cores.some((core) => core.includes(each))) ? 'password_personal' : null
}

/** Refuses RQ422 at the field `password`. */
export async function refuseWeakPassword(read: Reader, password: string, about: About): Promise<void> {
  const tenant = await nameOfTenant(read)
  const code = await weaknessOf(password, about, tenant ? [tenant.name, tenant.code] : [])
  if (code !== null) throw new Refusal('RQ422', { issues: [{ path: 'password', code, message: sentences[code] }] })
}
