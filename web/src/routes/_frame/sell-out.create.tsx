import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { CreateSellOutPage } from '../../features/orders/CreateSellOutPage.tsx'

export const Route = createFileRoute('/_frame/sell-out/create')({
  validateSearch: listSearch,
  loader: () => loadTexts('orders', 'orderForm', 'orderParts', 'lines'),
  component: CreateSellOutPage,
})
