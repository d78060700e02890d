import { useTranslation } from 'react-i18next'

/** Translates the reason why an action on a price list is not allowed; null when it is. */
export function useBlocked(): (code: string | null | undefined) => string | null {
  const { t } = useTranslation('priceLists')
  return (code) => {
    if (code === null || code === undefined) return null
    return code === 'PR523' || code === 'RQ409' ? t(`blocked.${code}`) : t('blocked.RQ403')
  }
}
