const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomCharacters = 19

/**
 * The canonical form of a typed serial key: capital letters, hyphens in place, and after the prefix O as 0, I and L as 1.
 */
export function normalizeKey(text: string): string {
  const characters = text.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  const start = characters.length - randomCharacters - 1
  if (start < 1) return characters
  const body = characters.slice(start).replace(/O/g, '0').replace(/[IL]/g, '1')
  return `${characters.slice(0, start)}-${body.replace(/(.{5})(?=.)/g, '$1-')}`
}

/**
 * Whether the check character of a typed key fits, to detect typing errors before any call. It does not prove that the
 * key exists.
 */
export function isWellFormedKey(text: string): boolean {
  const match = /^[A-Z0-9]{1,12}-([0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){3})$/.exec(normalizeKey(text))
  if (!match?.[1]) return false
  const values = Array.from(match[1].replaceAll('-', ''), (character) => alphabet.indexOf(character))
  return checkOf(values.slice(0, randomCharacters)) === values[randomCharacters]
}

/** Horner's rule in GF(32) over x⁵ + x² + 1. */
function checkOf(values: number[]): number {
  let sum = 0
  for (const value of values) {
    sum = (sum ^ value) << 1
    if (sum & 0b100000) sum ^= 0b100101
  }
  return sum
}
