import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'

export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  return <Page title={t('title')}>{null}</Page>
}
