import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { AccountSellIn } from '../../features/orders/AccountOrders.tsx'
import { sellInList } from '../../features/orders/lists.ts'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/sell-in')({
  validateSearch: listSearch,
  loader: ({ context, location, params }) => {
    prefetchList(context.queryClient, sellInList, location, { parentAccountId: params.id })
    return loadTexts('orders')
  },
  component: AccountSellIn,
})
