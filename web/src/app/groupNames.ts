import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Account groups that have a translation. A tenant may have other groups, which are shown by their own name
 * (rules V10).
 */
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

/** Whether an account group has a translation. */
export const isNamedGroup = (name: string): name is (typeof named)[number] =>
  (named as readonly string[]).includes(name)

/** Returns the translated name of an account group. */
export function useGroupName(): (name: string) => string {
  const { t } = useTranslation()
  return useCallback((name) => (isNamedGroup(name) ? t(`groups.${name}`) : name), [t])
}
