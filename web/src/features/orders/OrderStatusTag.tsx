import type { OrderStatus } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { KnownTag } from '../../app/KnownTag.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'

/** The colour of each status (rules O4). */
export const toneOf: Record<OrderStatus, Tone> = {
  approved: 'success',
  pending: 'warning',
  canceled: 'error',
  revoked: 'error',
}

export function OrderStatusTag({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('orders')
  return <KnownTag kind="order status" value={status} tones={toneOf} word={(known) => t(`status.${known}`)} />
}
