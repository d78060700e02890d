import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'

export function LicensePage() {
  const { t } = useTranslation('licenses')
  return <Page title={t('title')}>{null}</Page>
}
