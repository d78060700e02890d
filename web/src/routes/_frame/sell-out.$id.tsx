import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { OrderPage } from '../../features/orders/OrderPage.tsx'

export const Route = createFileRoute('/_frame/sell-out/$id')({
  loader: () => loadTexts('orders'),
  component: OrderPage,
})
