import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { sellInList } from '../../features/orders/lists.ts'
import { SellInPage } from '../../features/orders/OrdersPage.tsx'

export const Route = createFileRoute('/_frame/sell-in/')({
  validateSearch: listSearch,
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, sellInList, location)
    return loadTexts('orders')
  },
  component: SellInPage,
})
