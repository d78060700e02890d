import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'
import { Statistics } from './Statistics.tsx'

export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  return (
    <Page title={t('title')} description={t('description')}>
      <Statistics />
    </Page>
  )
}
