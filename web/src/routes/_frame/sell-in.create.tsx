import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { CreateSellInPage } from '../../features/orders/CreateSellInPage.tsx'

export const Route = createFileRoute('/_frame/sell-in/create')({
  loader: () => loadTexts('orders'),
  component: CreateSellInPage,
})
