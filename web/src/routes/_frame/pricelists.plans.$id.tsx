import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { PlanPage } from '../../features/price-lists/plans/PlanPage.tsx'
import { planQuery } from '../../features/price-lists/plans/planned.ts'

export const Route = createFileRoute('/_frame/pricelists/plans/$id')({
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(planQuery(params.id))
    return loadTexts('priceLists', 'pricePlans', 'prices')
  },
  component: Plan,
})

function Plan() {
  const { id } = Route.useParams()
  return <PlanPage key={id} id={id} />
}
