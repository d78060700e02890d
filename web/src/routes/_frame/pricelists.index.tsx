import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { priceListList } from '../../features/price-lists/lists.ts'
import { PriceListsPage } from '../../features/price-lists/PriceListsPage.tsx'

export const Route = createFileRoute('/_frame/pricelists/')({
  validateSearch: listSearch,
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, priceListList, location)
    return loadTexts('priceLists')
  },
  component: PriceListsPage,
})
