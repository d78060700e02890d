import { useNavigate } from '@tanstack/react-router'
import type { Order } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { type KeyAction, useScreenKeys } from '../../ui/keys.ts'
import { decides } from './rules.ts'
import type { Decision } from './useDecision.tsx'
import { useNextPending } from './useNextPending.ts'
import { useMark } from './useOrderBulk.tsx'

/** Keyboard shortcuts of an order's page: those of the list that apply to this order, and one for the next pending order. */
export function useOrderKeys(order: Order, side: 'sell-in' | 'sell-out', decision: Decision): void {
  const { t } = useTranslation('orders')
  const navigate = useNavigate()
  const mark = useMark()
  const next = useNextPending(order, side === 'sell-out' && decides(order))
  const { blocked, invoiced, paid } = order
  const only = (may: boolean, action: KeyAction) => (may && !decision.isBusy ? [action] : [])
  useScreenKeys([
    ...only(blocked.approve === null, { key: 'a', label: t('marks.key.approve'), run: decision.askToApprove }),
    ...only(blocked.cancel === null, { key: 'r', label: t('marks.key.cancel'), run: () => void decision.cancel() }),
    ...only(blocked.invoice === null, {
      key: 'i',
      label: t('marks.key.invoiced'),
      run: () => mark([order], 'invoiced', !invoiced),
    }),
    ...only(blocked.pay === null, { key: 'p', label: t('marks.key.paid'), run: () => mark([order], 'paid', !paid) }),
    ...only(next != null, {
      key: 'n',
      label: t('marks.key.next'),
      run: () => void navigate({ to: '/sell-out/$id', params: { id: next?.orderId ?? '' }, hash: 'decision' }),
    }),
  ])
}
