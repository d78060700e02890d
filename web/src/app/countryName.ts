import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Returns the name of a country in the reader's language, by its code. */
export function useCountryName(): (address: { country: string; countryCode: string }) => string {
  const { i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? 'en'
  return useCallback(
    ({ country, countryCode }) => {
      try {
        return new Intl.DisplayNames(language, { type: 'region' }).of(countryCode) ?? country
      } catch {
        // An imported address may have an unknown country; show it unchanged.
        return country
      }
    },
    [language],
  )
}
