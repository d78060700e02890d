import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'

export function LicensesPage() {
  const { t } = useTranslation('licenses')
  return <Page title={t('title')}>{null}</Page>
}
