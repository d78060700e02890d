import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { DashboardPage } from '../../features/dashboard/DashboardPage.tsx'

export const Route = createFileRoute('/_frame/dashboard')({
  validateSearch: listSearch,
  loader: () => loadTexts('dashboard'),
  component: DashboardPage,
})
