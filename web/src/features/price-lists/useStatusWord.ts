import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Returns the translated status of a product. */
export function useStatusWord(): (status: string) => string {
  const { t } = useTranslation('priceLists')
  return useCallback(
    (status) => (status === 'Active' || status === 'Pending' || status === 'Deleted' ? t(`status.${status}`) : status),
    [t],
  )
}
