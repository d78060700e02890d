import type { Letter } from '../letters.ts'
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
  return inSentences(write(letter.values, portal))
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
