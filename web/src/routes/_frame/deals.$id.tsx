import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { DealPage } from '../../features/deals/DealPage.tsx'
import { prefetchTerms } from '../../features/deals/terms.ts'
import { prefetchDeal } from '../../features/deals/useDeal.ts'

export const Route = createFileRoute('/_frame/deals/$id')({
  beforeLoad: ({ context }) => mustHold(context, 'Deals', 'r', '/dashboard'),
  loader: ({ context, params }) => {
    prefetchDeal(context.queryClient, params.id)
    prefetchTerms(context.queryClient)
    return loadTexts('deals')
  },
  component: DealPage,
})
