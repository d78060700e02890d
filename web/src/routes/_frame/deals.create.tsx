import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { CreateDealPage } from '../../features/deals/CreateDealPage.tsx'
import { prefetchTerms } from '../../features/deals/terms.ts'

export const Route = createFileRoute('/_frame/deals/create')({
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' && from !== '' ? { from } : {},
  beforeLoad: ({ context }) => mustHold(context, 'Deals', 'r', '/dashboard'),
  loader: ({ context }) => {
    prefetchTerms(context.queryClient)
    return loadTexts('deals', 'lines')
  },
  component: CreateDealPage,
})
