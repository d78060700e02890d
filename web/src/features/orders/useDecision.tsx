import { useQueryClient } from '@tanstack/react-query'
import { type Order, type OrderStatus, orders, type StatusChange } from '@trellis/contract/orders'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callWith } from '../../app/calls.ts'
import { useAccountHref } from '../../app/network.ts'
import { isProblem } from '../../app/problem.ts'
import { useProductHref } from '../../app/productHref.ts'
import { markStale } from '../../app/queries.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { toast } from '../../ui/toast.tsx'
import { sendDecision } from './approvals.ts'
import { MovingLines } from './MovingLines.tsx'
import type { Decided } from './orderParts.ts'
import { isOutdated } from './standing.ts'

export type Decision = ReturnType<typeof useDecision>

type Change = Pick<StatusChange, 'status' | 'items' | 'passCredit'>

interface Loaded {
  become: (order: Order) => void
  renew: () => void
}

/** Approves, cancels or revokes an order, each after a confirmation. */
export function useDecision(order: Order, { become, renew }: Loaded) {
  const { t } = useTranslation(['orders', 'orderParts'])
  const client = useQueryClient()
  const [isApproving, setApproving] = useState(false)
  const [isReturning, setReturning] = useState(false)
  const [isBusy, setBusy] = useState(false)
  /** The status that the user gave the order since opening this page. */
  const [decided, setDecided] = useState<OrderStatus | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  /** The decision that got no answer: it may have been made. */
  const [unanswered, setUnanswered] = useState<{ change: Change; idempotencyKey: string } | null>(null)
  const ask = useQuestions(order)

  const finish = (changed: Order, isReturn = false) => {
    setUnanswered(null)
    setFailure(null)
    setDecided(changed.status)
    become(changed)
    if (isReturn) toast.success(t('orderParts:return.done', { code: changed.orderCode }))
    else if (changed.status !== 'pending')
      toast.success(t(`orders:toast.${changed.status}`, { code: changed.orderCode }))
    void markStale(client, ['/orders', '/pricelists/products', '/licenses'])
  }

  const settle = async (change: Change, idempotencyKey: string = crypto.randomUUID()) => {
    const isReturn = change.status === 'revoked' && change.items !== undefined
    const params = { id: order.orderId }
    setFailure(null)
    setUnanswered(null)
    setBusy(true)
    const sent = await sendDecision(
      {
        // The key makes a part that is returned safe to send again: the order is approved before and after it.
        send: () => callWith(orders.changeStatus, { params, body: change }, { idempotencyKey }),
        done: async () => {
          const now = await call(orders.read, { params })
          return now.status === change.status ? now : null
        },
        pause: () => new Promise((done) => setTimeout(done, 800)),
      },
      unanswered?.change.status === change.status,
    )
    setBusy(false)
    setApproving(false)
    setReturning(false)
    if (sent.state === 'done') return finish(sent.answer, isReturn && sent.answer.status !== 'revoked')
    const { state, error } = sent
    setUnanswered(state === 'unknown' ? { change, idempotencyKey } : null)
    setFailure(error)
    if (state === 'refused' && !isProblem(error, 'OC528', 'OC530', 'RQ401', 'RQ422'))
      toast.error(t('orders:toast.updateError'))
    if (isOutdated(error)) renew()
  }

  // The order was read again meanwhile: the decision without an answer was made.
  const isFound = unanswered?.change.status === order.status
  const found = useEffectEvent(() => finish(order))
  useEffect(() => {
    if (isFound) found()
  }, [isFound])

  return {
    isApproving,
    isBusy,
    decided,
    failure,
    /** Sends the decision again that got no answer; null when there is none. */
    sendAgain: unanswered && (() => void settle(unanswered.change, unanswered.idempotencyKey)),
    askToApprove: () => setApproving(true),
    keepPending: () => setApproving(false),
    /** With the lines of which something else is approved, and the reason why a stop is passed. */
    approve: (items: Decided, reason: string | null = null) =>
      void settle({
        status: 'approved',
        ...(items.length > 0 && { items }),
        ...(reason !== null && { passCredit: { reason } }),
      }),
    isReturning,
    askToReturn: () => setReturning(true),
    keepApproved: () => setReturning(false),
    returnPart: (items: Decided) => void settle({ status: 'revoked', items }),
    cancel: async () => {
      if (await ask.cancel()) await settle({ status: 'canceled' })
    },
    revoke: async () => {
      if (await ask.revoke()) await settle({ status: 'revoked' })
    },
  }
}

/** Asks before an order is canceled or revoked, and says what that does. */
function useQuestions(order: Order) {
  const { t } = useTranslation('orders')
  const confirm = useConfirm()
  const names = { code: order.orderCode, buyer: order.buyer.accountName, vendor: order.vendor.accountName }
  return {
    cancel: () =>
      confirm({
        title: t('actions.cancelTitle', names),
        text: t('actions.cancelText'),
        confirm: t('actions.cancel'),
        cancel: t('actions.keep'),
        destructive: true,
      }),
    revoke: () =>
      confirm({
        title: t('actions.revokeTitle', names),
        text: <Revoking order={order} />,
        confirm: t('actions.revoke'),
        cancel: t('actions.keep'),
        destructive: true,
      }),
  }
}

/** What revoking does. The question keeps it as a component: the network, which says what may be opened, can come after the click. */
function Revoking({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const hrefOf = useProductHref()
  const accountHrefOf = useAccountHref()
  const names = {
    buyer: { name: order.buyer.accountName, href: accountHrefOf(order.buyerAccountId) },
    vendor: { name: order.vendor.accountName, href: accountHrefOf(order.vendorAccountId) },
  }
  const issued = order.buyerAccountId === order.vendorAccountId
  return (
    <>
      <LinkedText names={names}>
        {(marks) => (issued ? t('actions.revokeIssueText', marks) : t('actions.revokeText', marks))}
      </LinkedText>
      <MovingLines lines={linesOf(order, hrefOf)} />
    </>
  )
}

const linesOf = ({ items = [] }: Order, hrefOf: (productId: string) => string | null) =>
  items.map(({ orderItemId, productId, productName, qt }) => ({
    id: orderItemId,
    name: productName,
    quantity: qt,
    href: hrefOf(productId),
  }))
