/** Characters of Crockford's base32, in order of value: no I, L, O and U, which are misread or spell words. */
export const base32Alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random characters of a serial key, 5 bits each: 95 bits beside the product's prefix (rules K2). */
export const randomCharacters = 19

/**
 * The value of the check character. Horner's rule in GF(32), the field of 32 elements over x⁵ + x² + 1: every position
 * has a different weight, so any single wrong character and any swap of two is detected.
 */
function checkOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) {
    sum = (sum ^ value) << 1
    if (sum & 0b100000) sum ^= 0b100101
  }
  return sum
}

/** `PREFIX-XXXXX-XXXXX-XXXXX-XXXXX` from 19 random values from 0 to 31; the check character is the last. */
export function serialKeyOf(prefix: string, random: readonly number[]): string {
  const body = [...random, checkOf(random)].map((value) => base32Alphabet.charAt(value)).join('')
  return grouped(prefix, body)
}

const grouped = (prefix: string, body: string) => `${prefix}-${body.replace(/(.{5})(?=.)/g, '$1-')}`

/**
 * The canonical form of a typed serial key: capital letters, hyphens in place, and after the prefix O as 0 and I and L
 * as 1. Text that cannot be a serial key is changed as well, and fails `isWellFormed`.
 */
export function normalize(text: string): string {
  const characters = text.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  const start = characters.length - randomCharacters - 1
  if (start < 1) return characters
  const body = characters.slice(start).replace(/O/g, '0').replace(/[IL]/g, '1')
  return grouped(characters.slice(0, start), body)
}

/** Whether the check character fits. This does not prove that the key exists. Only the canonical form passes. */
export function isWellFormed(serialKey: string): boolean {
  const match = /^[A-Z0-9]{1,12}-([0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){3})$/.exec(serialKey)
  if (!match?.[1]) return false
  const values = Array.from(match[1].replaceAll('-', ''), (character) => base32Alphabet.indexOf(character))
  return checkOf(values.slice(0, randomCharacters)) === values[randomCharacters]
}
