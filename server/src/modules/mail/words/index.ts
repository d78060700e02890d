import type { Kind, Letter } from '../letters.ts'
import { en } from './en.ts'
import { it } from './it.ts'
import type { Dictionary, Words } from './words.ts'

const dictionaries: Record<string, Dictionary> = { en, it }

/** An unsupported language falls back to English. */
export function dictionaryOf(languageCode: string): Dictionary {
  const language = languageCode.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  return Object.hasOwn(dictionaries, language) ? (dictionaries[language] as Dictionary) : en
}

export function wordsOf(dictionary: Dictionary, letter: Letter, portal: string): Words {
  const write = dictionary[letter.kind] as (values: Letter['values'], portal: string) => Words
  const words = write(letter.values, portal)
  const { toAccount } = letter.values
  if (toAccount !== undefined) return inSentences({ ...words, reason: dictionary.ofAccount(toAccount, portal) })
  const settings = settingsOf(letter.kind)
  return { ...inSentences(words), ...(settings !== null && { settings }) }
}

/** Where a reader chooses whether they get such mails. */
function settingsOf(kind: Kind): string | null {
  if (kind === 'month_report') return '/reports/month'
  const isNews = /^(order|deal)_|^(license|certificate)_due$|^renewal_asked$/.test(kind)
  return isNews ? '/profile' : null
}

/** A name that ends with a full stop, such as "Lake Foundry Inc.", ends its sentence with one. */
function inSentences<T>(words: T): T {
  if (typeof words === 'string') return words.replace(/([^.])\.\.(?!\.)/g, '$1.') as T
  if (Array.isArray(words)) return words.map(inSentences) as T
  if (typeof words !== 'object' || words === null) return words
  // A path is no sentence: two full stops in it are a range.
  const inSentence = ([key, value]: [string, unknown]) => [key, key === 'path' ? value : inSentences(value)]
  return Object.fromEntries(Object.entries(words).map(inSentence)) as T
}
