import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { LicenseReportPage } from '../../features/reports/LicenseReportPage.tsx'
import { reportList } from '../../features/reports/lists.ts'

export const Route = createFileRoute('/_frame/reports/licenses')({
  validateSearch: listSearch,
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, reportList, location)
    return loadTexts('reports')
  },
  component: LicenseReportPage,
})
