import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'
import { Statistics } from './Statistics.tsx'

/** @param children what comes before the figures */
export function DashboardPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation('dashboard')
  return (
    <Page title={t('title')} description={t('description')}>
      {children}
      <Statistics />
    </Page>
  )
}
