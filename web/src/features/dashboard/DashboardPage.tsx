import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Page, Sections } from '../../ui/Page.tsx'
import { Statistics } from './Statistics.tsx'

/** @param children what comes before the figures */
export function DashboardPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation('dashboard')
  return (
    <Page title={t('title')} description={t('description')} inOrder>
      {children}
      {/* They follow what needs the reader, and do not wait for each other (rules D8). */}
      <Sections>
        <Statistics />
      </Sections>
    </Page>
  )
}
