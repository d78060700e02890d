import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { MonthPage } from '../../features/reports/month/MonthPage.tsx'

export const Route = createFileRoute('/_frame/reports/month')({
  validateSearch: listSearch,
  loader: () => loadTexts('reports'),
  component: MonthPage,
})
