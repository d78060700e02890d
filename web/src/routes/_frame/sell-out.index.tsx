import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { sellOutList } from '../../features/orders/lists.ts'
import { SellOutPage } from '../../features/orders/OrdersPage.tsx'

export const Route = createFileRoute('/_frame/sell-out/')({
  validateSearch: listSearch,
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, sellOutList, location)
    return loadTexts('orders')
  },
  component: SellOutPage,
})
