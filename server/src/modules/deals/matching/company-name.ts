import { distance } from './distance.ts'
import {
  abbreviations,
  connectors,
  countryWords,
  formsAtTheBeginning,
  formsAtTheEnd,
  longestForm,
  titles,
} from './legal-forms.ts'

/** A word of a name. `cut` is one that ends in a full stop, so that it can be the beginning of a longer word. */
interface Word {
  text: string
  /** As it was written, where `text` is its usual abbreviation. */
  written: string
  cut: boolean
}

/** The words of a company's name that tell it from other companies, without legal form, in their order. */
export type CompanyName = readonly Word[]

/** Letters that Unicode does not take apart into a letter and an accent. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøłæœđðþı]/g, (letter) => letters[letter] ?? letter)
    .replace(/['’`´‘]/g, '')
    .replace(/\bf\.\s*lli\b/g, 'fratelli')
    .replace(/\((in breve|in forma abbreviata|gia|ex|formerly|kurz|en abrege|abgekurzt)\b[^)]*\)/g, ' ')

/** "ü" is written "u" or "ue". */
const withoutUmlauts = (word: string) => word.replace(/([aou])e/g, '$1')

const whole = (text: string): Word => ({ text, written: text, cut: false })

/** Adds an initial to initials: "s" and "r" to `sr`. */
function extend(word: Word, initial: string) {
  word.text += initial
  word.written += initial
}

function wordsOf(name: string): Word[] {
  const found = Array.from(folded(name).matchAll(/[\p{L}\p{N}]+(\.)?/gu), (match) => ({
    text: match[1] === undefined ? match[0] : match[0].slice(0, -1),
    cut: match[1] !== undefined,
  }))
  const words: Word[] = []
  let initials = false
  for (const [at, word] of found.entries()) {
    const inner = at > 0 && at < found.length - 1
    if (inner && !word.cut && connectors.has(word.text)) continue
    const next = found[at + 1]
    const letter = word.text.length === 1 && /\p{L}/u.test(word.text)
    if (letter && initials) extend(words[words.length - 1]!, word.text)
    else if (word.text === 's' && word.cut && next !== undefined && next.text.length > 1) {
      words.push(whole('st'))
    } else if (word.text === 'ste') words.push(whole(at === 0 ? 'soc' : 'st'))
    else {
      const text = letter ? word.text : withoutUmlauts(word.text)
      const short = abbreviations.get(text)
      words.push({ text: short ?? text, written: text, cut: word.cut && short === undefined && text.length > 2 })
    }
    initials = letter
  }
  return words
}

const phrase = (words: readonly Word[]) => words.map(({ text }) => text).join(' ')

/** The number of words that the longest of these forms takes at one end of the name. */
function formLength(words: readonly Word[], forms: ReadonlySet<string>, end: 'first' | 'last'): number {
  for (let length = Math.min(longestForm, words.length - 1); length > 0; length--) {
    const part = end === 'first' ? words.slice(0, length) : words.slice(-length)
    if (forms.has(phrase(part))) return length
  }
  return 0
}

const articles = new Set(['d', 'de', 'des', 'du', 'di', 'del', 'della', 'of', 'in', 'der', 'van'])

function withoutForms(words: readonly Word[], countryCode: string): readonly Word[] {
  let rest = words
  for (let length = -1; length !== 0; ) {
    length = formLength(rest, formsAtTheEnd, 'last')
    if (length > 0) rest = rest.slice(0, -length)
  }
  const first = formLength(rest, formsAtTheBeginning(countryCode), 'first')
  if (first > 0) {
    const after = rest.slice(first)
    rest = after.length > 1 && articles.has(after[0]!.text) ? after.slice(1) : after
  }
  return rest
}

/** Reads a name as a company of this country writes it. */
export function companyName(name: string, countryCode: string): CompanyName {
  const words = wordsOf(name)
  let rest = withoutForms(words, countryCode)
  const place = countryWords[countryCode] ?? []
  const before = rest.at(-2)
  if (before !== undefined && place.includes(rest.at(-1)!.text) && !articles.has(before.text)) {
    rest = withoutForms(rest.slice(0, -1), countryCode)
  }
  const untitled = rest.filter(({ text }) => !titles.has(text))
  return untitled.length > 0 ? untitled : rest
}

const joined = (words: CompanyName) => words.map(({ text }) => text).join('')
const single = (text: string) => text.replace(/(.)\1+/g, '$1')
const sorted = (text: string) => Array.from(text).sort().join('')

/** Whether `shorter` is how somebody abbreviates `longer`: "Elettr." for "Elettronica". */
const abbreviates = (shorter: Word, longer: Word) =>
  shorter.cut &&
  shorter.text.length > 2 &&
  longer.text.length > shorter.text.length + 2 &&
  longer.text.startsWith(shorter.text)

/**
 * The number of typing errors that make one word of the other, or null if they are two words. Short words and last
 * letters have to be equal ("Verde" and "Verdi", "Conti" and "Conte" are two names); a word of digits too.
 */
function errorsBetween(a: string, b: string, alone: boolean): number | null {
  if (a === b) return 0
  const length = Math.max(a.length, b.length)
  if (length < 6 || a[0] !== b[0] || /\p{N}/u.test(a + b) || Math.abs(a.length - b.length) > 2) return null
  const errors = distance(a, b)
  if (errors > 2) return null
  const sameEnd = a.at(-1) === b.at(-1)
  if (errors === 2) return length >= 12 && sameEnd ? 2 : null
  if (a.length === b.length && sorted(a) === sorted(b)) return length >= (alone ? 7 : 6) ? 1 : null
  if (single(a) === single(b)) return length >= 8 ? 1 : null
  if (!alone && length >= 7 && (a === `${b}s` || b === `${a}s`)) return 1
  return length >= 9 && sameEnd ? 1 : null
}

/** All ways to pair two short lists. */
function pairings<T>(a: readonly T[], b: readonly T[]): [T, T][][] {
  const [first, ...rest] = a
  if (first === undefined) return [[]]
  return b.flatMap((other, at) =>
    pairings(rest, b.toSpliced(at, 1)).map((pairs): [T, T][] => [[first, other], ...pairs]),
  )
}

/** Whether the words are the same, in any order, apart from a typing error or two and from abbreviated words. */
function sameWords(a: CompanyName, b: CompanyName): boolean {
  if (a.length !== b.length) return false
  const left = [...a]
  const right: Word[] = []
  for (const word of b) {
    const at = left.findIndex(({ text }) => text === word.text)
    if (at === -1) right.push(word)
    else left.splice(at, 1)
  }
  if (left.length > 2) return false
  return pairings(left, right).some((pairs) => {
    let errors = 0
    for (const [one, other] of pairs) {
      if (abbreviates(one, other) || abbreviates(other, one)) continue
      errors += errorsBetween(one.written, other.written, a.length === 1) ?? 3
    }
    return errors <= 2
  })
}

/** Whether two names are one company's, both of the same country. */
export function sameName(a: CompanyName, b: CompanyName): boolean {
  if (a.length === 0 || b.length === 0) return false
  const [one, other] = [joined(a), joined(b)]
  if (one === other || sameWords(a, b)) return true
  // "Blue Sky Solutions" and "Bluesky Solutons": words are written together, and one letter is wrong.
  return (
    a.length !== b.length &&
    Math.min(one.length, other.length) >= 12 &&
    one.at(-1) === other.at(-1) &&
    errorsBetween(one, other, true) === 1
  )
}

const inOrder = (parts: readonly string[]) => parts.toSorted().join(' ')

/**
 * Keys of a name. Two names that are the same by `sameName` have at least one in common: they differ early, late, or in
 * the order or number of their words, hardly ever in all of these at once. The keys of words as they were written find
 * a typing error in a word that has a usual abbreviation.
 */
export function nameKeys(name: CompanyName): string[] {
  if (name.length === 0) return []
  const words = name.map(({ text }) => single(text))
  const written = name.map((word) => single(word.written))
  const whole = single(written.join(''))
  const keys = [
    `b${inOrder(words.map((word) => word.slice(0, 3)))}`,
    `e${inOrder(written.map((word) => word[0] + word.slice(-3)))}`,
    `l${sorted(single(joined(name)))}`,
  ]
  if (whole.length >= 10) keys.push(`f${whole.slice(0, 8)}`, `t${whole.slice(-8)}`)
  return keys
}
