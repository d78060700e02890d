import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { renewalList } from '../../features/licenses/renewals/lists.ts'
import { RenewalsPage } from '../../features/licenses/renewals/RenewalsPage.tsx'

export const Route = createFileRoute('/_frame/renewals')({
  validateSearch: listSearch,
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, renewalList, location)
    return loadTexts('renewals')
  },
  component: RenewalsPage,
})
