import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { PriceListPage } from '../../features/price-lists/PriceListPage.tsx'
import { priceListQuery } from '../../features/price-lists/queries.ts'

export const Route = createFileRoute('/_frame/pricelists/$id')({
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(priceListQuery(params.id))
    return loadTexts('priceLists', 'pricePlans', 'prices')
  },
  component: PriceList,
})

function PriceList() {
  const { id } = Route.useParams()
  return <PriceListPage key={id} id={id} />
}
