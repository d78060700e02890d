import type { Deal } from '@trellis/contract/deal-answers'
import type { DealStatus } from '@trellis/contract/deal-states'
import { deals } from '@trellis/contract/deals'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { toast } from '../../ui/toast.tsx'
import { useWhyNot } from './useWhyNot.ts'

interface Move {
  deal: Deal
  to: DealStatus
  /** Fulfilled when the move is answered and the columns are read again. */
  done: Promise<void>
}

/**
 * The moves of cards that are not answered yet, and what moves a card. The cards are shown in their new places meanwhile,
 * whatever is read; a refused move takes its card back. The moves of one card are sent one after the other.
 */
export function useMoves(onMove: (card: { dealId: string; to: DealStatus }) => void) {
  const { t } = useTranslation('deals')
  const whyNot = useWhyNot()
  const update = useWrite(deals.update, {
    invalidates: ['/deals'],
    failure: 'deals:toast.updateError',
    onSuccess: ({ code, status }) => void toast.success(t('board.moved', { code, status: t(`status.${status}`) })),
  })
  const pending = useRef<ReadonlyMap<string, Move>>(new Map())
  const [moves, setMoves] = useState(pending.current)
  const change = (next: Map<string, Move>) => {
    pending.current = next
    setMoves(next)
  }
  const send = async (deal: Deal, to: DealStatus, earlier: Promise<void> | undefined) => {
    await earlier
    await update.mutateAsync({ params: { id: deal.dealId }, body: { dealStatus: to } })
  }
  const move = (deal: Deal, to: DealStatus) => {
    if (deal.status === to) return
    const why = whyNot(deal, 'update')
    if (why !== null) return void toast.warning(why)
    const done = send(deal, to, pending.current.get(deal.dealId)?.done)
      // `useWrite` has told why.
      .catch(() => undefined)
      .then(() => {
        if (pending.current.get(deal.dealId)?.done !== done) return
        const next = new Map(pending.current)
        next.delete(deal.dealId)
        change(next)
      })
    change(new Map(pending.current).set(deal.dealId, { deal, to, done }))
    onMove({ dealId: deal.dealId, to })
  }
  return { moves: moves.values(), move }
}
