import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { DealsPage } from '../../features/deals/DealsPage.tsx'
import { dealsOfNetwork } from '../../features/deals/lists.ts'

export const Route = createFileRoute('/_frame/deals/')({
  validateSearch: listSearch,
  beforeLoad: ({ context }) => mustHold(context, 'Deals', 'r', '/dashboard'),
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, dealsOfNetwork, location)
    return loadTexts('deals')
  },
  component: DealsPage,
})
