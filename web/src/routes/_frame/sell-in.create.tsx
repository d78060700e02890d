import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { CreateSellInPage } from '../../features/orders/CreateSellInPage.tsx'

export const Route = createFileRoute('/_frame/sell-in/create')({
  validateSearch: listSearch,
  loader: () => loadTexts('orders', 'orderForm', 'lines'),
  component: CreateSellInPage,
})
