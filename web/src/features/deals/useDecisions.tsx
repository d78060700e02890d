import { useQueryClient } from '@tanstack/react-query'
import type { ProtectionStatus } from '@trellis/contract/deal-states'
import { type Deal, deals } from '@trellis/contract/deals'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../app/problem.ts'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { formatMoney } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Comparing } from './CompareDialog.tsx'
import { type Asked, ReasonDialog } from './ReasonDialog.tsx'
import { dealQuery } from './useDeal.ts'

const CompareDialog = later(() => import('./CompareDialog.tsx'))

/** A key is easily pressed by mistake: what a button decides at once is confirmed after a key. */
export type By = 'key' | 'button'

export interface Decisions {
  /** True while a decision is being prepared or saved. */
  busy: boolean
  /** Protects a deal; first shows its possible duplicates, if it has any. */
  protect: (deal: Deal, by?: By) => void
  /** Refuses a deal, calls it a duplicate, or puts it back to be decided, with a reason. */
  refuse: (deal: Deal, status: Exclude<ProtectionStatus, 'Approved'>) => void
  /** Approves the price that was asked for, at once or after choosing another amount. */
  approveBid: (deal: Deal, how: 'asAsked' | 'chosen', by?: By) => void
  refuseBid: (deal: Deal) => void
  extend: (deal: Deal, granted: boolean) => void
  dialogs: ReactNode
}

/** What managers decide on deals, for the deal's page and for the queue. */
export function useDecisions(onDecided?: (deal: Deal) => void): Decisions {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const client = useQueryClient()
  const confirm = useConfirm()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [comparing, setComparing] = useState<Comparing | null>(null)
  const [isLooking, setLooking] = useState(false)
  const writing = {
    invalidates: ['/deals'],
    onSuccess: (deal: Deal) => {
      client.setQueryData(dealQuery(deal.dealId).queryKey, deal)
      onDecided?.(deal)
    },
  } as const
  const protection = useWrite(deals.updateProtectionStatus, { ...writing, quiet: ['DL509'] })
  const bid = useWrite(deals.updateEbidStatus, writing)
  const extension = useWrite(deals.extend, writing)

  const decideProtection = async (deal: Deal, protectionStatus: ProtectionStatus, reason: string | null) => {
    await protection.mutateAsync({ params: { id: deal.dealId }, body: { protectionStatus, reason } })
    toast.success(t(`toast.protection.${protectionStatus}`, { code: deal.code }))
  }
  const decideBid = async (deal: Deal, status: 'Approved' | 'Refused', value: number | null, reason: string | null) => {
    await bid.mutateAsync({ params: { id: deal.dealId }, body: { status, value, reason } })
    toast.success(t(`toast.ebid.${status}`, { code: deal.code }))
  }
  const duplicatesOf = ({ dealId }: Deal) =>
    client.fetchQuery({ ...queryOf(deals.duplicates, { params: { id: dealId } }), staleTime: 0 })

  const isSure = (by: By, words: 'protectNow' | 'bidNow', confirmed: string, deal: Deal, amount: number) =>
    by === 'button' ||
    confirm({
      title: t(`decide.${words}`, { code: deal.code }),
      text: `${deal.prospect.name} · ${deal.vendor.accountName} · ${formatMoney(amount, deal.currencyCode, language)}`,
      confirm: confirmed,
    })

  const protect = async (deal: Deal, by: By) => {
    setLooking(true)
    try {
      const found = await duplicatesOf(deal)
      if (found.items.length > 0 || found.outOfReach > 0) return setComparing({ deal, found })
      setLooking(false)
      if (!(await isSure(by, 'protectNow', t('decide.approve'), deal, deal.itemsTotal))) return
      await decideProtection(deal, 'Approved', null)
    } catch (error) {
      // Somebody else protected a rival meanwhile: show it.
      if (isProblem(error, 'DL509')) return setComparing({ deal, found: await duplicatesOf(deal) })
      // A write has told its own failure.
      if (!protection.isError) toast.error(t('toast.decideError'))
    } finally {
      setLooking(false)
    }
  }

  const approveAsAsked = async (deal: Deal, by: By) => {
    if (await isSure(by, 'bidNow', t('decide.bid.confirm'), deal, deal.eBidValue))
      await decideBid(deal, 'Approved', null, null).catch(() => undefined)
  }

  return {
    busy: isLooking || protection.isPending || bid.isPending || extension.isPending,
    protect: (deal, by = 'button') => void protect(deal, by),
    refuse: (deal, status) =>
      setAsked({
        title: t(`decide.${status}.title`, { code: deal.code }),
        text: t(`decide.${status}.text`, { vendor: deal.vendor.accountName }),
        confirm: t(`decide.${status}.confirm`),
        destructive: status !== 'Pending',
        onSave: ({ reason }) => decideProtection(deal, status, reason),
      }),
    approveBid: (deal, how, by = 'button') => {
      if (how === 'asAsked') return void approveAsAsked(deal, by)
      const total = formatMoney(deal.itemsTotal, deal.currencyCode, language)
      setAsked({
        title: t('decide.bid.title', { code: deal.code }),
        text: t('decide.bid.text', { total }),
        confirm: t('decide.bid.confirm'),
        amount: {
          label: t('eBidApprovedValue'),
          value: deal.eBidValue,
          currency: deal.currencyCode,
          maximum: deal.itemsTotal,
        },
        onSave: ({ value, reason }) => decideBid(deal, 'Approved', value, reason),
      })
    },
    refuseBid: (deal) =>
      setAsked({
        title: t('decide.bidRefused.title', { code: deal.code }),
        text: t('decide.bidRefused.text', { vendor: deal.vendor.accountName }),
        confirm: t('decide.bidRefused.confirm'),
        destructive: true,
        onSave: ({ reason }) => decideBid(deal, 'Refused', null, reason),
      }),
    extend: (deal, granted) => {
      const words = granted ? 'extend' : 'extensionRefused'
      setAsked({
        title: t(`decide.${words}.title`, { code: deal.code }),
        text: t(`decide.${words}.text`, { vendor: deal.vendor.accountName }),
        confirm: t(`decide.${words}.confirm`),
        destructive: !granted,
        mustSayWhy: true,
        onSave: async ({ reason }) => {
          await extension.mutateAsync({ params: { id: deal.dealId }, body: { granted, reason: reason ?? '' } })
          toast.success(t(granted ? 'toast.extended' : 'toast.extensionRefused', { code: deal.code }))
        },
      })
    },
    dialogs: (
      <>
        <ReasonDialog asked={asked} onClose={() => setAsked(null)} />
        {comparing && (
          <CompareDialog
            comparing={comparing}
            onClose={() => setComparing(null)}
            onDecide={decideProtection}
            onMissing={() => setComparing(null)}
          />
        )}
      </>
    ),
  }
}
