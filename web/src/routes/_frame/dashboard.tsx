import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { FiguresBelow } from '../../features/dashboard/FiguresBelow.tsx'
import { DeskPage } from '../../features/today/DeskPage.tsx'
import { useDesk } from './-useDesk.tsx'

export const Route = createFileRoute('/_frame/dashboard')({
  validateSearch: listSearch,
  loader: () => loadTexts('today', 'deals', 'orders'),
  component: Dashboard,
})

function Dashboard() {
  const { dialogs, ...desk } = useDesk()
  const { t } = useTranslation('today')
  return (
    <DeskPage desk={desk} tab={t('dashboard')}>
      <FiguresBelow />
      {dialogs}
    </DeskPage>
  )
}
