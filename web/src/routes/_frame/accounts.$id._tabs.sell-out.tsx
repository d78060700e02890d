import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { AccountSellOut } from '../../features/orders/AccountOrders.tsx'
import { sellOutList } from '../../features/orders/lists.ts'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/sell-out')({
  validateSearch: listSearch,
  loader: ({ context, location, params }) => {
    prefetchList(context.queryClient, sellOutList, location, { parentAccountId: params.id })
    return loadTexts('orders')
  },
  component: AccountSellOut,
})
