import { dealSignatures, orderSignatures } from '@trellis/contract/approvals'
import type { Deal } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import type { TodayItem } from '@trellis/contract/today'
import { users } from '@trellis/contract/users'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { useHeldWrite } from '../../app/useHeldWrite.ts'
import { useWrite } from '../../app/useWrite.ts'
import { useDecisions } from '../../features/deals/useDecisions.tsx'
import { type Act, type Desk, decisionOf } from '../../features/today/today.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { later } from '../../ui/later.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOrderActs } from './-useOrderActs.ts'
import { useTogether } from './-useTogether.tsx'

const DismissAsk = later(() => import('../../features/licenses/DismissAsk.tsx'))

/** Decides on what needs the reader with the dialogs and calls of the lists. */
export function useDesk(): Desk & { dialogs: ReactNode } {
  const { t } = useTranslation('today')
  const decisions = useDecisions('queue')
  const many = useTogether()
  const ofOrders = useOrderActs({ onShort: (order) => many.approve([order]) })
  const [isLoading, setLoading] = useState(false)
  const certificates = useRenewal()
  const [dismissed, setDismissed] = useState<string | null>(null)
  const resend = useResend()
  const sign = useSigning()

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
        return [of('approve', () => ofOrders.approve(item)), of('cancel', () => ofOrders.cancel(item))]
      case 'signature':
      case 'ebidSignature':
        return [of('sign', () => sign(item))]
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
          of('deny', on(recordId, decisions.refuseBid)),
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
      case 'ask':
        return [of('renew', () => many.renew([item])), of('dismiss', () => setDismissed(item.code))]
      case 'key':
        return [of('renew', () => many.renew([item]))]
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
    togetherOn: many.togetherOn,
    busy: decisions.busy || ofOrders.busy || isLoading || many.busy || certificates.busy,
    dialogs: (
      <>
        {decisions.dialogs}
        {many.dialogs}
        {dismissed !== null && (
          <DismissAsk serialKey={dismissed} onMissing={() => setDismissed(null)} onClose={() => setDismissed(null)} />
        )}
      </>
    ),
  }
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

/** Agrees to what somebody else decides (rules G37), after a delay in which it can be undone. */
function useSigning() {
  const { t } = useTranslation('today')
  const order = useHeldWrite(orderSignatures.sign)
  const bid = useHeldWrite(dealSignatures.sign)
  return (item: TodayItem) =>
    (item.kind === 'signature' ? order : bid)({
      key: decisionOf(item),
      request: { params: { id: item.recordId }, body: {} },
      text: t('willSign', { code: item.code }),
      success: t('signed', { code: item.code }),
      invalidates: ['/orders', '/deals'],
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
