import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** What a country is called in the reader's language, by its code. */
export function useCountryName(): (address: { country: string; countryCode: string }) => string {
  const { i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? 'en'
  return useCallback(
    ({ country, countryCode }) => {
      try {
        return new Intl.DisplayNames(language, { type: 'region' }).of(countryCode) ?? country
      } catch {
        // Imported addresses may name what is no country: then it is shown as it came.
        return country
      }
    },
    [language],
  )
}
