import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { DashboardPage } from '../../features/dashboard/DashboardPage.tsx'
import { Today } from '../../features/today/Today.tsx'
import { useDesk } from './-useDesk.tsx'

export const Route = createFileRoute('/_frame/dashboard')({
  validateSearch: listSearch,
  loader: () => loadTexts('dashboard', 'today', 'deals', 'orders', 'renewals'),
  component: Dashboard,
})

function Dashboard() {
  const { dialogs, ...desk } = useDesk()
  return (
    <DashboardPage>
      <Today desk={desk} />
      {dialogs}
    </DashboardPage>
  )
}
