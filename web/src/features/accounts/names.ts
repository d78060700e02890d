import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Groups with a name in words. A tenant may have others: those are called what they are called. */
const named = [
  'ODM',
  'OEM',
  'OPCO',
  'DISTRIBUTOR',
  'RESELLER_PLATINUM',
  'RESELLER_GOLD',
  'RESELLER_SILVER',
  'BUYER',
] as const

const isNamed = (name: string): name is (typeof named)[number] => (named as readonly string[]).includes(name)

/** What an account group is called in the reader's language. */
export function useGroupName(): (name: string) => string {
  const { t } = useTranslation('accounts')
  return useCallback((name) => (isNamed(name) ? t(`groups.${name}`) : name), [t])
}

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
