import type { Deal } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import type { TodayItem } from '@trellis/contract/today'
import { users } from '@trellis/contract/users'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { useMe } from '../../app/me.ts'
import { useHeldWrite } from '../../app/useHeldWrite.ts'
import { useWrite } from '../../app/useWrite.ts'
import { useDecisions } from '../../features/deals/useDecisions.tsx'
import { type Act, type ActTogether, type Desk, decisionOf } from '../../features/today/today.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { later } from '../../ui/later.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOrderActs } from './-useOrderActs.ts'

const ApproveManyDialog = later(() => import('../../features/orders/ApproveManyDialog.tsx'))
const RenewDialog = later(() => import('../../features/licenses/renewals/RenewDialog.tsx'))

/** Decides on what needs the reader with the dialogs and calls of the lists. */
export function useDesk(): Desk & { dialogs: ReactNode } {
  const { t } = useTranslation('today')
  const own = useMe().account.accountId
  const decisions = useDecisions('queue')
  const [approving, setApproving] = useState<readonly string[]>([])
  const [renewing, setRenewing] = useState<readonly TodayItem[]>([])
  const ofOrders = useOrderActs({ onShort: (orderId) => setApproving([orderId]) })
  const [isLoading, setLoading] = useState(false)
  const certificates = useRenewal()
  const resend = useResend()

  /** The decisions take a whole deal, as it is now. */
  const on = (id: string, decide: (deal: Deal) => void) => async () => {
    setLoading(true)
    try {
      decide(await call(deals.read, { params: { id } }))
    } catch {
      toast.error(t('missing'))
    } finally {
      setLoading(false)
    }
  }
  const actsOn = (item: TodayItem): Act[] => {
    const { kind, recordId } = item
    const of = (does: Act['does'], run: () => unknown): Act => ({ does, run: () => void run() })
    switch (kind) {
      case 'order':
        return [of('approve', () => ofOrders.approve(item)), of('refuse', () => ofOrders.refuse(item))]
      case 'protection':
        return [
          of('protect', on(recordId, decisions.protect)),
          of(
            'refuse',
            on(recordId, (deal) => decisions.refuse(deal, 'Refused')),
          ),
        ]
      case 'ebid':
        return [
          of(
            'approve',
            on(recordId, (deal) => decisions.approveBid(deal, 'asAsked')),
          ),
          of('refuse', on(recordId, decisions.refuseBid)),
        ]
      case 'extension':
        return [
          of(
            'extend',
            on(recordId, (deal) => decisions.extend(deal, true)),
          ),
          of(
            'refuse',
            on(recordId, (deal) => decisions.extend(deal, false)),
          ),
        ]
      case 'key':
        return [of('renew', () => setRenewing([item]))]
      case 'certificate':
        return [of('renew', () => certificates.renew(item))]
      case 'invitation':
        return [of('resend', () => resend(item))]
      default:
        return []
    }
  }
  return {
    actsOn,
    togetherOn: (items) => actsTogether(items, { setApproving, setRenewing }),
    busy: decisions.busy || ofOrders.busy || isLoading || certificates.busy,
    dialogs: (
      <>
        {decisions.dialogs}
        {approving.length > 0 && (
          <ApproveManyDialog
            orderIds={approving}
            vendorOf={() => own}
            onMissing={() => setApproving([])}
            onClose={() => setApproving([])}
          />
        )}
        {renewing.length > 0 && (
          <RenewDialog
            keys={renewing.map(({ code, due }) => ({ serialKey: code, dueDate: due }))}
            onMissing={() => setRenewing([])}
            onClose={() => setRenewing([])}
          />
        )}
      </>
    ),
  }
}

interface Together {
  setApproving(orderIds: readonly string[]): void
  setRenewing(keys: readonly TodayItem[]): void
}

/** What the dialogs for many can do with the chosen ones. */
function actsTogether(items: readonly TodayItem[], { setApproving, setRenewing }: Together): ActTogether[] {
  const open = items.filter(({ blocked }) => blocked.decide === null)
  const bought = open.filter(({ kind }) => kind === 'order')
  const ending = open.filter(({ kind }) => kind === 'key')
  const all: ActTogether[] = [
    { does: 'approve', count: bought.length, run: () => setApproving(bought.map(({ recordId }) => recordId)) },
    { does: 'renew', count: ending.length, run: () => setRenewing(ending) },
  ]
  return all.filter(({ count }) => count > 0)
}

/** Invites somebody again, after a delay in which it can be undone. */
function useResend() {
  const { t } = useTranslation('today')
  const hold = useHeldWrite(users.resend)
  return (item: TodayItem) =>
    hold({
      key: decisionOf(item),
      request: { params: { id: item.recordId } },
      text: t('willInvite', { email: item.code }),
      success: t('invited', { email: item.code }),
      invalidates: ['/users'],
    })
}

/** Renews a certificate, after a question. */
function useRenewal() {
  const { t } = useTranslation('today')
  const confirm = useConfirm()
  const renewed = { invalidates: ['/certificates', '/accounts'], success: 'today:renewed' } as const
  const renewUser = useWrite(userCertificates.renew, renewed)
  const renewAccount = useWrite(accountCertificates.renew, renewed)
  return {
    busy: renewUser.isPending || renewAccount.isPending,
    renew: async ({ code, name, holder, recordId }: TodayItem) => {
      const title = t('renewTitle', { certificate: code, holder: name ?? '' })
      if (!(await confirm({ title, text: t('renewText'), confirm: t('actions.renew') }))) return
      ;(holder === 'User' ? renewUser : renewAccount).mutate({ params: { id: recordId } })
    },
  }
}
