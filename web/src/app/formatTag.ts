import { isoTag } from '../ui/days.ts'
import { useStored } from '../ui/useStored.ts'
import type { Language } from './i18n.ts'

/** How dates and numbers are written; kept in this browser (docs/decisions/060). */
export const formatChoices = ['own', 'british', 'iso'] as const
export type FormatChoice = (typeof formatChoices)[number]

/** Italian has one order of day, month and year, so British is a choice of English only. */
export const formatsFor = (language: string): readonly FormatChoice[] =>
  formatChoices.filter((choice) => choice !== 'british' || language === 'en')

/**
 * The tag by which dates and numbers are written in a language. By default it is the first of the browser's tags in
 * this language: `en-IE` for somebody in Ireland, whose dates begin with the day.
 */
export function formatTag(language: Language, choice: FormatChoice, browserTags: readonly string[]): string {
  if (choice === 'iso') return isoTag(language)
  if (choice === 'british' && language === 'en') return 'en-GB'
  return browserTags.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? language
}

/** The choice of this browser, and how to change it; all places that use it change at once. */
export const useFormatChoice = () => useStored<FormatChoice>('trellis.formats', 'own')
