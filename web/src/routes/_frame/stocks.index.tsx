import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { stockList } from '../../features/stock/lists.ts'
import { StocksPage } from '../../features/stock/StocksPage.tsx'

export const Route = createFileRoute('/_frame/stocks/')({
  validateSearch: listSearch,
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, stockList, location)
    return loadTexts('stock')
  },
  component: StocksPage,
})
