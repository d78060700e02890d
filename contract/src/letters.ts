import { letterPairs } from './letter-pairs.ts'

/** Judges how likely a text is, by its letters: which ones stand beside each other in the languages that people write here. */

const languages = Object.values(letterPairs).map(
  (pairs) =>
    new Map(
      pairs.split(' ').map((pair) => {
        const [before = '', after = ''] = pair.slice(1).split('/')
        return [pair.slice(0, 1), { before, after }] as const
      }),
    ),
)

/** What an accented letter costs that no language has, or that has the wrong case for its place. */
const strange = 3
/** What a character costs that no text contains. */
const impossible = 8

/**
 * How odd a text without spaces is: 0 for what people write, about 1 for each letter in a place where it is rare, and 3 or more
 * for each character that does not belong there.
 */
export function oddness(text: string): number {
  const letters = [...text]
  let signs = 0
  const perLanguage = languages.map(() => 0)
  for (const [at, letter] of letters.entries()) {
    if (letter < '\u0080') continue
    const [before = '', after = ''] = [letters[at - 1], letters[at + 1]]
    if (!isLetter(letter)) signs += costOfSign(letter, before, after)
    else {
      if (hasWrongCase(letters, at)) signs += strange
      for (const [index, language] of languages.entries())
        perLanguage[index] = (perLanguage[index] ?? 0) + costOfLetter(language, letter, before, after)
    }
  }
  return signs + Math.min(...perLanguage)
}

const isLetter = (sign: string) => /^[\p{L}\p{M}]$/u.test(sign) && sign !== 'ª' && sign !== 'º'
const isUpper = (sign: string) => /^\p{Lu}$/u.test(sign)
const isLower = (sign: string) => /^\p{Ll}$/u.test(sign)

function costOfLetter(language: (typeof languages)[number], letter: string, before: string, after: string): number {
  const known = language.get(letter.toLowerCase())
  if (known === undefined) return strange
  const wasThere = known.before.includes(isLetter(before) ? before.toLowerCase() : '^')
  const comesThere = known.after.includes(isLetter(after) ? after.toLowerCase() : '$')
  return (wasThere ? 0 : 1) + (comesThere ? 0 : 1)
}

/** A capital after a small letter, or a small one between capitals. */
function hasWrongCase(letters: string[], at: number): boolean {
  const [letter = '', before = '', after = ''] = [letters[at], letters[at - 1], letters[at + 1]]
  if (isUpper(letter)) return isLower(before)
  return isLower(letter) && letter !== 'ß' && (isUpper(after) || (isUpper(before) && isUpper(letters[at - 2] ?? '')))
}

function costOfSign(sign: string, before: string, after: string): number {
  const [afterLetter, beforeLetter] = [isLetter(before), isLetter(after)]
  const isInside = afterLetter && beforeLetter
  if (/[\u0080-\u009f\ufffd\uf8ff]/.test(sign)) return impossible
  if (sign === '’' || sign === '·') return isInside ? 0 : 1
  if (isInside) return sign === '–' || sign === '\u00ad' ? 1 : strange
  if (/[€£¥]/.test(sign)) return afterLetter || beforeLetter ? 2 : 0
  if (/[°ºª]/.test(sign)) return /[\dnN]/.test(before) ? 0 : 1.5
  if (sign === '\u00a0' || sign === '\u202f') return 0.2
  if (/[“„«¿¡‘‚]/.test(sign)) return afterLetter ? 2 : 0.5
  if (/[”»®™©²³]/.test(sign)) return beforeLetter ? 2 : 0.5
  if (/[–—…•×±½¼¾µ§]/.test(sign)) return afterLetter || beforeLetter ? 1 : 0.5
  return strange
}
