import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { AccountStock } from '../../features/stock/AccountStock.tsx'
import { stockList } from '../../features/stock/lists.ts'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/stock')({
  validateSearch: listSearch,
  loader: ({ context, location, params }) => {
    prefetchList(context.queryClient, stockList, location, { parentAccountId: params.id })
    return loadTexts('stock')
  },
  component: AccountStock,
})
