import type { Deal } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { formatMoney } from '../../ui/format.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { laterDialog } from '../../ui/later.tsx'
import { useLocale } from '../../ui/locale.tsx'
import type { RecordAction } from '../../ui/RecordBar.tsx'
import type { Asked } from './ReasonDialog.tsx'
import { hasBid, isUnprotected } from './tags.tsx'
import { useProtectionDays } from './terms.ts'
import { isMine, useDecider, useWhyNot } from './useWhyNot.ts'

const ReasonDialog = laterDialog(
  () => import('./ReasonDialog.tsx'),
  ({ asked }) => asked !== null,
)

export interface Requests {
  actions: RecordAction[]
  dialog: ReactNode
}

/** A sentence with a link to who decides on a deal, kept by a dialog: the network can come after the click. */
function AboutDecider({ deal, children }: { deal: Deal; children: (marks: { who: string }) => string }) {
  return <LinkedText names={{ who: useDecider(deal) }}>{children}</LinkedText>
}

/** What the vendor of a deal asks its managers for: another price, and a longer protection. */
export function useRequests(deal: Deal, onChanged: (deal: Deal) => void): Requests {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const whyNot = useWhyNot()
  const days = useProtectionDays()
  const [asked, setAsked] = useState<Asked | null>(null)
  const params = { id: deal.dealId }
  const price = useWrite(deals.updateEbidValue, { invalidates: ['/deals'], onSuccess: onChanged })
  const extension = useWrite(deals.requestExtension, {
    invalidates: ['/deals'],
    success: 'deals:toast.extensionAsked',
    onSuccess: onChanged,
  })
  const askPrice = () =>
    setAsked({
      title: t('bid.title'),
      text: (
        <AboutDecider deal={deal}>
          {(marks) => {
            const total = formatMoney(deal.itemsTotal, deal.currencyCode, language)
            return t('bid.text', { total, vendor: deal.vendor.accountName, ...marks })
          }}
        </AboutDecider>
      ),
      confirm: t('bid.confirm'),
      amount: {
        label: t('eBidValue'),
        value: deal.eBidValue > 0 ? deal.eBidValue : null,
        currency: deal.currencyCode,
        below: deal.itemsTotal,
      },
      onSave: ({ value, reason }) => price.mutateAsync({ params, body: { value: value ?? 0, reason } }),
    })
  const askExtension = () =>
    setAsked({
      title: t('extension.title'),
      text: <AboutDecider deal={deal}>{(marks) => t('extension.text', { days, ...marks })}</AboutDecider>,
      confirm: t('extension.confirm'),
      mustSayWhy: true,
      onSave: ({ reason }) => extension.mutateAsync({ params, body: { reason: reason ?? '' } }),
    })
  const isWaiting = hasBid(deal) && deal.eBidStatus === 'Pending'
  const isExtending = deal.waiting.some(({ kind }) => kind === 'extension')
  const priceBlocked = whyNot(deal, 'askEbid')
  const ofPrice: RecordAction[] = [
    {
      id: 'price',
      label: t(isWaiting ? 'bid.change' : 'bid.open'),
      onClick: askPrice,
      blocked: priceBlocked,
      place: 'beside',
    },
    ...(isWaiting
      ? [
          {
            id: 'withdraw',
            label: t('bid.withdraw'),
            onClick: () => price.mutate({ params, body: { value: 0 } }),
            blocked: priceBlocked,
            loading: price.isPending,
            place: 'menu' as const,
          },
        ]
      : []),
  ]
  const longer: RecordAction = {
    id: 'extension',
    label: t('extension.open'),
    onClick: askExtension,
    blocked: whyNot(deal, 'askExtension'),
    // What was refused has no protection to make longer, but a day on which the deal expires.
    place: isUnprotected(deal) ? 'menu' : 'minor',
  }
  return {
    actions: [
      ...(isMine(deal, 'askEbid') ? ofPrice : []),
      ...(isMine(deal, 'askExtension') && !isExtending ? [longer] : []),
    ],
    dialog: <ReasonDialog asked={asked} onClose={() => setAsked(null)} />,
  }
}
