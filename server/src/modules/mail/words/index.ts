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
  return write(letter.values, portal)
}
