import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { PriceListTab } from '../../features/accounts/PriceListTab.tsx'
import { associationQuery } from '../../features/accounts/queries.ts'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/pricelist')({
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(associationQuery(params.id))
    return loadTexts('prices')
  },
  component: PriceList,
})

function PriceList() {
  const { id } = Route.useParams()
  return <PriceListTab id={id} />
}
