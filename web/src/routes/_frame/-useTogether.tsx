import type { Deal } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import type { TodayItem } from '@trellis/contract/today'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chosen } from '../../app/bulk/useBulk.tsx'
import { call } from '../../app/calls.ts'
import { loadTexts } from '../../app/i18n.ts'
import { useMe } from '../../app/me.ts'
import type { ManyDecision } from '../../features/deals/manyDecisions.ts'
import type { ActTogether } from '../../features/today/today.ts'
import { later } from '../../ui/later.tsx'
import { toast } from '../../ui/toast.tsx'

/** With its texts: a screen that waits for them would lose the row that has the focus. */
const ApproveManyDialog = later(async () => {
  const [dialog] = await Promise.all([
    import('../../features/orders/ApproveManyDialog.tsx'),
    loadTexts('orders', 'orderParts'),
  ])
  return dialog
})
const DecideManyDialog = later(() => import('../../features/deals/DecideManyDialog.tsx'))
const RenewDialog = later(() => import('../../features/licenses/renewals/RenewDialog.tsx'))

interface Together {
  approve(orders: readonly TodayItem[]): void
  renew(keys: readonly TodayItem[]): void
  /** What can be done with these at once, each kind by itself. */
  togetherOn(items: readonly TodayItem[]): ActTogether[]
  busy: boolean
  dialogs: ReactNode
}

const decisionsOfDeals = [
  { does: 'protect', kind: 'protection' },
  { does: 'approveBid', kind: 'ebid' },
  { does: 'extend', kind: 'extension' },
] as const

const shownOrder = (item: TodayItem | undefined) =>
  item && {
    orderCode: item.code,
    buyer: { accountName: item.name ?? '' },
    orderTotal: item.amount ?? 0,
    currencyCode: item.currencyCode ?? '',
  }

/** Decides on many rows of the desk at once, with the dialogs that the lists have for it. */
export function useTogether(): Together {
  const { t } = useTranslation('today')
  const own = useMe().account.accountId
  const [approving, setApproving] = useState<readonly TodayItem[]>([])
  const [renewing, setRenewing] = useState<readonly TodayItem[]>([])
  const [deciding, setDeciding] = useState<{ decision: ManyDecision; deals: Chosen<Deal> } | null>(null)
  const [busy, setBusy] = useState(false)
  /** The dialog takes whole deals, as they are now. */
  const decide = async (decision: ManyDecision, ids: readonly string[]) => {
    setBusy(true)
    try {
      const [first, ...others] = await Promise.all(ids.map((id) => call(deals.read, { params: { id } })))
      if (first !== undefined) setDeciding({ decision, deals: [first, ...others] })
    } catch {
      toast.error(t('missing'))
    } finally {
      setBusy(false)
    }
  }
  const togetherOn = (items: readonly TodayItem[]) => {
    const of = (kind: TodayItem['kind']) => items.filter((item) => item.kind === kind && item.blocked.decide === null)
    const idsOf = (kind: TodayItem['kind']) => of(kind).map(({ recordId }) => recordId)
    const keys = [...of('ask'), ...of('key')]
    const acts: ActTogether[] = [
      { does: 'approve', count: of('order').length, run: () => setApproving(of('order')) },
      ...decisionsOfDeals.map(({ does, kind }) => ({
        does,
        count: of(kind).length,
        run: () => void decide(does, idsOf(kind)),
      })),
      { does: 'renew', count: keys.length, run: () => setRenewing(keys) },
    ]
    return acts.filter(({ count }) => count > 0)
  }
  const dialogs = (
    <>
      {approving.length > 0 && (
        <ApproveManyDialog
          orderIds={approving.map(({ recordId }) => recordId)}
          rowOf={(id) => shownOrder(approving.find(({ recordId }) => recordId === id))}
          vendorOf={() => own}
          onMissing={() => setApproving([])}
          onClose={() => setApproving([])}
        />
      )}
      {deciding && (
        <DecideManyDialog {...deciding} onMissing={() => setDeciding(null)} onClose={() => setDeciding(null)} />
      )}
      {renewing.length > 0 && (
        <RenewDialog
          keys={renewing.map(({ code, due }) => ({ serialKey: code, dueDate: due }))}
          wereAsked={renewing.every(({ kind }) => kind === 'ask')}
          onMissing={() => setRenewing([])}
          onClose={() => setRenewing([])}
        />
      )}
    </>
  )
  return { approve: setApproving, renew: setRenewing, togetherOn, busy, dialogs }
}
