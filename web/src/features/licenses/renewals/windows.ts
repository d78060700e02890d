import type { RenewalWindow } from '@trellis/contract/renewals'
import { useTranslation } from 'react-i18next'

export function useWindowWords(): Record<RenewalWindow, string> {
  const { t } = useTranslation('renewals')
  return {
    expired: t('windows.expired'),
    '30': t('windows.30'),
    '60': t('windows.60'),
    '90': t('windows.90'),
  }
}
