import { useTranslation } from 'react-i18next'

/** Why something may not be done with a price list, in words; null when it may. */
export function useBlocked(): (code: string | null | undefined) => string | null {
  const { t } = useTranslation('priceLists')
  return (code) => {
    if (code === null || code === undefined) return null
    return code === 'PR523' || code === 'RQ409' ? t(`blocked.${code}`) : t('blocked.RQ403')
  }
}
