import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { LicensesPage } from '../../features/licenses/LicensesPage.tsx'
import { licenseList } from '../../features/licenses/lists.ts'

export const Route = createFileRoute('/_frame/licenses/')({
  validateSearch: listSearch,
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, licenseList, location)
    return loadTexts('licenses')
  },
  component: LicensesPage,
})
