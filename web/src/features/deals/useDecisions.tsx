import { useQueryClient } from '@tanstack/react-query'
import type { Deal } from '@trellis/contract/deal-answers'
import type { DecisionKind, ProtectionStatus } from '@trellis/contract/deal-states'
import { deals } from '@trellis/contract/deals'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'
import { queryOf } from '../../app/queries.ts'
import { useHeldWrite } from '../../app/useHeldWrite.ts'
import { useWrite } from '../../app/useWrite.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatMoney } from '../../ui/format.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { later, laterDialog } from '../../ui/later.tsx'
import { Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Comparing } from './CompareDialog.tsx'
import { obstacleOf } from './obstacle.ts'
import type { Asked } from './ReasonDialog.tsx'
import { dealQuery } from './useDeal.ts'

const CompareDialog = later(() => import('./CompareDialog.tsx'))
const ReasonDialog = laterDialog(
  () => import('./ReasonDialog.tsx'),
  ({ asked }) => asked !== null,
)

/** Names a decision, to find out whether it is held (rules V16). */
export const decisionKey = (dealId: string, kind: DecisionKind): string => `${dealId} ${kind}`

export interface Decisions {
  /** True while a decision is being prepared or saved. */
  busy: boolean
  /** Protects a deal after some seconds for an undo; where it has possible duplicates, shows them instead. */
  protect: (deal: Deal) => void
  /** Refuses a deal, calls it a duplicate, or puts it back to be decided, with a reason. */
  refuse: (deal: Deal, status: Exclude<ProtectionStatus, 'Approved'>) => void
  /** Approves the price that was asked for, after some seconds for an undo, or a chosen amount. */
  approveBid: (deal: Deal, how: 'asAsked' | 'chosen') => void
  refuseBid: (deal: Deal) => void
  extend: (deal: Deal, granted: boolean) => void
  dialogs: ReactNode
}

/** The decisions of managers on deals, for the deal's page and the queue. */
export function useDecisions(place: 'page' | 'queue'): Decisions {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [comparing, setComparing] = useState<Comparing | null>(null)
  const writing = useWriting()
  const holdBid = useHeldWrite(deals.updateEbidStatus)
  const protection = useWrite(deals.updateProtectionStatus, { ...writing, quiet: ['DL509'] })
  const bid = useWrite(deals.updateEbidStatus, writing)
  const extension = useWrite(deals.extend, writing)

  const about = (deal: Deal, words: AboutProps['words']) => <About place={place} deal={deal} words={words} />
  const decideProtection = async (deal: Deal, protectionStatus: ProtectionStatus, reason: string | null) => {
    await protection.mutateAsync({ params: { id: deal.dealId }, body: { protectionStatus, reason } })
    toast.success(t(`toast.protection.${protectionStatus}`, { code: deal.code }))
  }
  const decideBid = async (deal: Deal, status: 'Approved' | 'Refused', value: number | null, reason: string | null) => {
    await bid.mutateAsync({ params: { id: deal.dealId }, body: { status, value, reason } })
    toast.success(t(`toast.ebid.${status}`, { code: deal.code }))
  }
  const { isLooking, protect } = useProtecting(writing, setComparing)

  const approveAsAsked = (deal: Deal) =>
    holdBid({
      ...writing,
      key: decisionKey(deal.dealId, 'ebid'),
      request: { params: { id: deal.dealId }, body: { status: 'Approved', value: null, reason: null } },
      text: t('decide.willApprove', {
        code: deal.code,
        amount: formatMoney(deal.eBidValue, deal.currencyCode, language),
      }),
      success: t('toast.ebid.Approved', { code: deal.code }),
    })

  return {
    busy: isLooking || protection.isPending || bid.isPending || extension.isPending,
    protect: (deal) => void protect(deal),
    refuse: (deal, status) =>
      setAsked({
        title: t(`decide.${status}.title`, { code: deal.code }),
        text: about(deal, (marks) => t(`decide.${status}.text`, marks)),
        confirm: t(`decide.${status}.confirm`),
        destructive: status !== 'Pending',
        onSave: ({ reason }) => decideProtection(deal, status, reason),
      }),
    approveBid: (deal, how) => {
      if (how === 'asAsked') return approveAsAsked(deal)
      const total = formatMoney(deal.itemsTotal, deal.currencyCode, language)
      setAsked({
        title: t('decide.bid.title', { code: deal.code }),
        text: about(deal, (marks) => t('decide.bid.text', { total, ...marks })),
        confirm: t('decide.bid.confirm'),
        amount: {
          label: t('eBidApprovedValue'),
          value: deal.eBidValue,
          currency: deal.currencyCode,
          below: deal.itemsTotal,
        },
        onSave: ({ value, reason }) => decideBid(deal, 'Approved', value, reason),
      })
    },
    refuseBid: (deal) =>
      setAsked({
        title: t('decide.bidRefused.title', { code: deal.code }),
        text: about(deal, (marks) => t('decide.bidRefused.text', marks)),
        confirm: t('decide.bidRefused.confirm'),
        destructive: true,
        onSave: ({ reason }) => decideBid(deal, 'Refused', null, reason),
      }),
    extend: (deal, granted) => {
      const words = granted ? 'extend' : 'extensionRefused'
      setAsked({
        title: t(`decide.${words}.title`, { code: deal.code }),
        text: about(deal, (marks) => t(`decide.${words}.text`, marks)),
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

/** Each decision answers with the deal as it is now. */
function useWriting() {
  const client = useQueryClient()
  return {
    invalidates: ['/deals'],
    onSuccess: (deal: Deal) => {
      client.setQueryData(dealQuery(deal.dealId).queryKey, deal)
    },
  } as const
}

interface AboutProps {
  place: 'page' | 'queue'
  deal: Deal
  words: (marks: { vendor: string }) => string
}

/**
 * What a decision does, with links to the vendor and, away from the deal's page, to the deal. The dialog keeps it as a component: the
 * network, which says whether the reader may open the vendor, can come after the click.
 */
function About({ place, deal, words }: AboutProps) {
  const hrefOf = useAccountHref()
  return (
    <>
      {place === 'queue' && (
        <Text as="p">
          <EntityLink href={`/deals/${deal.dealId}`} hint={deal.code}>
            {deal.prospect.name}
          </EntityLink>
        </Text>
      )}
      <LinkedText names={{ vendor: { name: deal.vendor.accountName, href: hrefOf(deal.vendor.accountId) } }}>
        {words}
      </LinkedText>
    </>
  )
}

/** Protects a deal, held for an undo, or hands over its possible duplicates. */
function useProtecting(writing: ReturnType<typeof useWriting>, onCompare: (comparing: Comparing) => void) {
  const { t } = useTranslation('deals')
  const client = useQueryClient()
  const [isLooking, setLooking] = useState(false)
  const hold = useHeldWrite(deals.updateProtectionStatus)
  const protect = async (deal: Deal) => {
    const params = { id: deal.dealId }
    setLooking(true)
    try {
      const [found, { standing }] = await Promise.all([
        client.fetchQuery({ ...queryOf(deals.duplicates, { params }), staleTime: 0 }),
        client.fetchQuery({ ...dealQuery(deal.dealId), staleTime: 0 }),
      ])
      if (found.items.length > 0 || found.outOfReach > 0)
        return onCompare({ deal, found, obstacle: obstacleOf(standing) })
      hold({
        ...writing,
        key: decisionKey(deal.dealId, 'protection'),
        request: { params, body: { protectionStatus: 'Approved', reason: null } },
        text: t('decide.willProtect', { code: deal.code, vendor: deal.vendor.accountName }),
        success: t('toast.protection.Approved', { code: deal.code }),
      })
    } catch {
      toast.error(t('toast.decideError'))
    } finally {
      setLooking(false)
    }
  }
  return { isLooking, protect }
}
