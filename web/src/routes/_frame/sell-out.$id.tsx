import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { SellOutOrderPage } from '../../features/orders/OrderPage.tsx'
import { prefetchOrder } from '../../features/orders/useOrder.ts'

export const Route = createFileRoute('/_frame/sell-out/$id')({
  loader: ({ context, params }) => {
    prefetchOrder(context.queryClient, params.id)
    return loadTexts('orders', 'orderParts', 'files')
  },
  component: SellOutOrderPage,
})
