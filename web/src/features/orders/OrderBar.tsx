import { IconArrowRight, IconFileTypePdf } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type Order, orders } from '@trellis/contract/orders'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fileOf } from '../../app/calls.ts'
import { useCan, useMe } from '../../app/me.ts'
import { usePdf } from '../../app/usePdf.ts'
import { later } from '../../ui/later.tsx'
import { Text } from '../../ui/layout.tsx'
import { type RecordAction, RecordBar } from '../../ui/RecordBar.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import type { Stop } from './orderParts.ts'
import { creditStopOf } from './refusals.ts'
import { decides } from './rules.ts'
import type { Decision } from './useDecision.tsx'
import { useNextPending } from './useNextPending.ts'

const ReturnDialog = later(() => import('./ReturnDialog.tsx'))

export type Side = 'sell-in' | 'sell-out'

interface OrderBarProps {
  order: Order
  side: Side
  decision: Decision
  /** What the buyer owes, where that stops the approval. */
  stop: Stop | null
}

/**
 * Hash in the link to the next order; it moves the focus to the decision buttons, so that many orders can be
 * approved with the keyboard.
 */
const decisionPlace = 'decision'

/** What can be done with an order: approve it and go on to the next, print and repeat it, cancel or revoke it. */
export function OrderBar({ order, side, decision, stop }: OrderBarProps) {
  const { t } = useTranslation('orders')
  const mayApprove = order.blocked.approve === null
  const leadsOn = side === 'sell-out' && decides(order)
  const next = useNextPending(order, leadsOn)
  const element = useFocus(mayApprove, decision.decided !== null && next != null)
  const isLast = next === null && decision.decided !== null
  const papers = usePapers(order, side)
  const ending = useEnding(order, decision)
  const approve: RecordAction[] = mayApprove
    ? [{ id: 'approve', label: t('actions.approve'), onClick: decision.askToApprove, place: 'primary' }]
    : []
  const toNext: RecordAction[] =
    leadsOn && !isLast
      ? [
          {
            id: 'next',
            label: t('actions.next'),
            icon: <IconArrowRight size={16} aria-hidden />,
            href: next ? `/sell-out/${next.orderId}#${decisionPlace}` : '',
            blocked: next ? null : t('detail.allDone'),
            isUnknown: next === undefined,
            place: mayApprove || !next ? 'beside' : 'primary',
          },
        ]
      : []
  return (
    <>
      <RecordBar ref={element} actions={[...approve, ...toNext, ...papers, ...ending]}>
        {isLast && <Text kind="quiet">{t('detail.allDone')}</Text>}
      </RecordBar>
      <ApproveDialog
        order={order}
        opened={decision.isApproving}
        busy={decision.isBusy}
        onClose={decision.keepPending}
        stop={creditStopOf(decision.failure) ?? stop}
        onApprove={decision.approve}
      />
      {decision.isReturning && (
        <ReturnDialog
          order={order}
          busy={decision.isBusy}
          onClose={decision.keepApproved}
          onReturn={decision.returnPart}
        />
      )}
    </>
  )
}

/** The order as a PDF, and a new one like it. */
function usePapers(order: Order, side: Side): RecordAction[] {
  const { t } = useTranslation('orders')
  const own = useMe().account.accountId
  const mayCreate = useCan('Orders', 'c')
  const pdf = usePdf({
    load: async (language) => ({
      fileName: `${order.orderCode}.pdf`,
      file: await fileOf(orders.pdf, { params: { id: order.orderId }, query: language }),
    }),
    failure: (why) => t('detail.pdfFailed', { why }),
  })
  const form = side === 'sell-out' && order.buyerAccountId !== own ? 'sell-out' : 'sell-in'
  return [
    {
      id: 'pdf',
      label: 'PDF',
      name: t('detail.pdfOf', { code: order.orderCode }),
      icon: <IconFileTypePdf size={16} aria-hidden />,
      onClick: pdf.save,
      loading: pdf.busy,
      place: 'minor',
    },
    ...(mayCreate
      ? [
          {
            id: 'again',
            label: t('actions.again'),
            href: `/${form}/create?again=${order.orderId}`,
            place: 'minor' as const,
          },
        ]
      : []),
  ]
}

/** Cancel and revoke, which end the order, and the return of a part. */
function useEnding(order: Order, decision: Decision): RecordAction[] {
  const { t } = useTranslation(['orders', 'orderParts'])
  const vendor = order.vendor.accountName
  if (order.blocked.cancel === null)
    return [
      {
        id: 'cancel',
        label: t('orders:actions.cancel'),
        hint: t('orders:actions.cancelHint'),
        onClick: () => void decision.cancel(),
        destructive: true,
        place: 'menu',
      },
    ]
  if (order.blocked.revoke !== null) return []
  const issued = order.buyerAccountId === order.vendorAccountId
  const hasParts = (order.items?.reduce((sum, { qt }) => sum + qt, 0) ?? 0) > 1
  return [
    ...(hasParts
      ? [
          {
            id: 'return',
            label: t('orderParts:return.action'),
            hint: t('orderParts:return.hint'),
            onClick: decision.askToReturn,
            place: 'menu' as const,
          },
        ]
      : []),
    {
      id: 'revoke',
      label: t('orders:actions.revoke'),
      hint: issued ? t('orders:actions.revokeHintIssue', { vendor }) : t('orders:actions.revokeHint', { vendor }),
      onClick: () => void decision.revoke(),
      destructive: true,
      place: 'menu',
    },
  ]
}

/** Moves the focus: to the approve button when coming from another order, and to the next order after a decision. */
function useFocus(mayApprove: boolean, isOver: boolean) {
  const element = useRef<HTMLElement>(null)
  const arrived = useLocation({ select: ({ hash }) => hash === decisionPlace })
  const focus = (id: string) => element.current?.querySelector<HTMLElement>(`[data-action="${id}"]`)?.focus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `focus` reads the document
  useEffect(() => {
    if (arrived && mayApprove) focus('approve')
  }, [arrived, mayApprove])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (isOver) focus('next')
  }, [isOver])
  return element
}
