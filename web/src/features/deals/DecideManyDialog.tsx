import { useQuery } from '@tanstack/react-query'
import type { Deal } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { requiredText, text } from '@trellis/contract/values'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { RunDialog } from '../../app/bulk/RunDialog.tsx'
import type { Chosen } from '../../app/bulk/useBulk.tsx'
import { call } from '../../app/calls.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { inputsOf, useZodForm } from '../../ui/form.tsx'
import { formatMoney, formatPercentage } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { type ManyDecision, useWhyNotDecide } from './manyDecisions.ts'
import { type Obstacle, obstacleOf } from './obstacle.ts'
import { worthOf } from './worth.ts'

interface DecideManyDialogProps {
  decision: ManyDecision
  deals: Chosen<Deal>
  onClose: (done: readonly string[]) => void
}

/** Decisions that can have a reason for the vendor; for extensions it is required. */
const mustSayWhy: Readonly<Record<ManyDecision, boolean | null>> = {
  protect: null,
  refuse: false,
  approveBid: null,
  denyBid: false,
  extend: true,
  refuseExtension: true,
}

const isRefusal = (decision: ManyDecision) =>
  decision === 'refuse' || decision === 'denyBid' || decision === 'refuseExtension'

function send(decision: ManyDecision, { dealId: id }: Deal, reason: string | null): Promise<unknown> {
  const params = { id }
  switch (decision) {
    case 'protect':
      return call(deals.updateProtectionStatus, { params, body: { protectionStatus: 'Approved', reason } })
    case 'refuse':
      return call(deals.updateProtectionStatus, { params, body: { protectionStatus: 'Refused', reason } })
    case 'approveBid':
      return call(deals.updateEbidStatus, { params, body: { status: 'Approved', value: null, reason: null } })
    case 'denyBid':
      return call(deals.updateEbidStatus, { params, body: { status: 'Refused', value: null, reason } })
    default:
      return call(deals.extend, { params, body: { granted: decision === 'extend', reason: reason ?? '' } })
  }
}

/**
 * Takes the pending decisions of many deals: first shows which deals are excluded and why, then the result of each. A deal
 * with another registration in its way is protected only with a reason; one that may otherwise be a duplicate is compared
 * on its page first (rules J8).
 */
export default function DecideManyDialog({ decision, deals: chosen, onClose }: DecideManyDialogProps) {
  const whyNot = useWhyNotDecide(decision)
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const asksWhy = mustSayWhy[decision]
  const Values = z.object({ reason: asksWhy === true ? requiredText(2000) : text(2000) })
  const form = useZodForm(Values, { reason: '' })
  const reason = form.watch('reason').trim()
  const toCompare = decision === 'protect' ? chosen.filter((deal) => whyNot(deal) === null) : []
  const ids = toCompare.map(({ dealId }) => dealId)
  const duplicated = useQuery({
    queryKey: ['possible duplicates of many', ids],
    enabled: ids.length > 0,
    // The user must confirm the current state, so a cached answer is never shown.
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      const found = new Map<string, Obstacle | null>()
      for (const id of ids) {
        const { items, outOfReach } = await call(deals.duplicates, { params: { id } })
        if (items.length === 0 && outOfReach === 0) continue
        found.set(id, obstacleOf((await call(deals.read, { params: { id } })).standing))
      }
      return found
    },
  })
  const title = t(`bulk.${decision}.title`, { count: chosen.length })
  if (ids.length > 0 && duplicated.data === undefined) {
    return (
      <Dialog opened onClose={() => onClose([])} title={title} size="lg">
        {duplicated.error ? (
          <ErrorBlock
            error={duplicated.error}
            title={t('compare.fetchError')}
            retry={() => void duplicated.refetch()}
          />
        ) : (
          <Lines count={6} />
        )}
      </Dialog>
    )
  }
  const money = (amount: number, { currencyCode }: Deal) => formatMoney(amount, currencyCode, language)
  const about = (deal: Deal) =>
    decision === 'approveBid' || decision === 'denyBid'
      ? t('bulk.bid', {
          amount: money(deal.eBidValue, deal),
          total: money(deal.itemsTotal, deal),
          off: formatPercentage(deal.eBidValue / (deal.itemsTotal || 1) - 1, language),
          vendor: deal.vendor.accountName,
        })
      : `${deal.vendor.accountName}, ${money(deal.itemsTotal, deal)}`
  const { data: duplicates } = duplicated
  const isInTheWay = ({ dealId }: Deal) => Boolean(duplicates?.get(dealId))
  const whyCompare = (deal: Deal) => {
    if (!duplicates?.has(deal.dealId)) return null
    if (!isInTheWay(deal)) return t('bulk.duplicates')
    return reason === '' ? t(`bulk.${duplicates.get(deal.dealId) as Obstacle}`) : null
  }
  const asksReason = asksWhy !== null || toCompare.some(isInTheWay)
  return (
    <RunDialog<Deal>
      rows={chosen}
      rowKey={({ dealId }) => dealId}
      nameOf={({ code, prospect }) => `${prospect.name} · ${code}`}
      hrefOf={({ dealId }) => `/deals/${dealId}`}
      whyNot={(deal) => whyNot(deal) ?? whyCompare(deal)}
      worth={(deal) => ({
        amount: decision === 'approveBid' || decision === 'denyBid' ? deal.eBidValue : worthOf(deal),
        currencyCode: deal.currencyCode,
      })}
      becomes={about}
      send={(deal) => send(decision, deal, asksWhy !== null || isInTheWay(deal) ? reason || null : null)}
      title={title}
      text={t(`bulk.${decision}.text`)}
      confirm={(count) => t(`bulk.${decision}.confirm`, { count })}
      destructive={isRefusal(decision)}
      isReady={asksWhy !== true || reason !== ''}
      invalidates={['/deals']}
      onClose={onClose}
    >
      {asksReason && (
        <TextAreaField
          {...inputsOf(form)('reason')}
          label={t('reason')}
          description={asksWhy === null ? t('compare.reasonText') : undefined}
          required={asksWhy === true}
          maximum={2000}
        />
      )}
    </RunDialog>
  )
}
