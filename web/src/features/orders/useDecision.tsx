import { type Order, type OrderStatus, orders } from '@trellis/contract/orders'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { MovingLines } from './MovingLines.tsx'
import { isOutdated } from './standing.ts'

export type Decision = ReturnType<typeof useDecision>

interface Loaded {
  become: (order: Order) => void
  renew: () => void
}

/** Approves, cancels or revokes an order, each after a confirmation. */
export function useDecision(order: Order, { become, renew }: Loaded) {
  const { t } = useTranslation('orders')
  const confirm = useConfirm()
  const [isApproving, setApproving] = useState(false)
  /** The status that the user gave the order since opening this page. */
  const [decided, setDecided] = useState<OrderStatus | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const change = useWrite(orders.changeStatus, {
    invalidates: ['/orders', '/pricelists/products', '/licenses'],
    failure: 'orders:toast.updateError',
    quiet: ['OC528'],
    onSuccess: (changed) => {
      setApproving(false)
      setDecided(changed.status)
      become(changed)
      if (changed.status !== 'pending') toast.success(t(`toast.${changed.status}`, { code: changed.orderCode }))
    },
  })
  const moving = <MovingLines lines={linesOf(order)} />
  const names = { code: order.orderCode, buyer: order.buyer.accountName, vendor: order.vendor.accountName }
  const issued = order.buyerAccountId === order.vendorAccountId

  const settle = (status: OrderStatus, items?: { orderItemId: string; price: number }[]) => {
    setFailure(null)
    change.mutate(
      { params: { id: order.orderId }, body: { status, ...(items?.length ? { items } : {}) } },
      {
        onError: (error) => {
          setApproving(false)
          setFailure(error)
          if (isOutdated(error)) renew()
        },
      },
    )
  }

  return {
    isApproving,
    isBusy: change.isPending && decided === null,
    decided,
    failure,
    askToApprove: () => setApproving(true),
    keepPending: () => setApproving(false),
    approve: (prices: { orderItemId: string; price: number }[]) => settle('approved', prices),
    cancel: async () => {
      const sure = await confirm({
        title: t('actions.cancelTitle', names),
        text: t('actions.cancelText'),
        confirm: t('actions.cancel'),
        cancel: t('actions.keep'),
        destructive: true,
      })
      if (sure) settle('canceled')
    },
    revoke: async () => {
      const sure = await confirm({
        title: t('actions.revokeTitle', names),
        text: (
          <>
            {issued ? t('actions.revokeIssueText', names) : t('actions.revokeText', names)}
            {moving}
          </>
        ),
        confirm: t('actions.revoke'),
        cancel: t('actions.keep'),
        destructive: true,
      })
      if (sure) settle('revoked')
    },
  }
}

const linesOf = ({ items = [] }: Order) =>
  items.map(({ orderItemId, productName, qt }) => ({ id: orderItemId, name: productName, quantity: qt }))
