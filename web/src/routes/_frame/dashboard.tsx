import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { FiguresBelow } from '../../features/dashboard/FiguresBelow.tsx'
import { DeskPage } from '../../features/today/DeskPage.tsx'
import { useDesk } from './-useDesk.tsx'

export const Route = createFileRoute('/_frame/dashboard')({
  validateSearch: listSearch,
  loader: () => loadTexts('dashboard', 'today', 'deals', 'orders', 'renewals', 'news'),
  component: Dashboard,
})

function Dashboard() {
  const { dialogs, ...desk } = useDesk()
  const { t } = useTranslation('dashboard')
  return (
    <DeskPage desk={desk} tab={t('title')}>
      <FiguresBelow />
      {dialogs}
    </DeskPage>
  )
}
