import type { Deal } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { formatMoney, formatPercentage } from '../../ui/format.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { Fact, Facts, Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useDealHistory } from './DealHistory.tsx'
import ReasonDialog, { type Asked } from './ReasonDialog.tsx'
import { EBidTag, hasBid } from './tags.tsx'
import type { Decisions } from './useDecisions.tsx'
import { isMine, useDecider, useWhyNot } from './useWhyNot.ts'
import { msrpOf, worthOf } from './worth.ts'

interface SectionProps {
  deal: Deal
  decisions: Decisions
  onChanged: (deal: Deal) => void
}

/** The price for the whole deal: what the vendor asks for, and what managers approve. */
export function EBidPanel({ deal, decisions, onChanged }: SectionProps) {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const whyNot = useWhyNot()
  const decider = useDecider(deal)
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useWrite(deals.updateEbidValue, { invalidates: ['/deals'], onSuccess: onChanged })
  const total = formatMoney(deal.itemsTotal, deal.currencyCode, language)
  const isWaiting = hasBid(deal) && deal.eBidStatus === 'Pending'
  const request = (value: number | null) =>
    setAsked({
      title: t('bid.title'),
      text: (
        <LinkedText names={{ who: decider }}>
          {(marks) => t('bid.text', { total, vendor: deal.vendor.accountName, ...marks })}
        </LinkedText>
      ),
      confirm: t('bid.confirm'),
      amount: {
        label: t('eBidValue'),
        value,
        currency: deal.currencyCode,
        maximum: deal.itemsTotal,
      },
      onSave: ({ value: wanted, reason }) =>
        ask.mutateAsync({ params: { id: deal.dealId }, body: { value: wanted ?? 0, reason } }),
    })
  return (
    <Panel title={t('eBidTitle')}>
      <Stack>
        <BidFacts deal={deal} />
        {isMine(deal, 'decideEbid') && isWaiting && (
          <Row>
            <ActionButton blocked={whyNot(deal, 'decideEbid')} onClick={() => decisions.approveBid(deal, 'chosen')}>
              {t('decide.bid.open')}
            </ActionButton>
            <ActionButton
              variant="default"
              blocked={whyNot(deal, 'decideEbid')}
              onClick={() => decisions.refuseBid(deal)}
            >
              {t('decide.bidRefused.open')}
            </ActionButton>
          </Row>
        )}
        {isMine(deal, 'askEbid') && (
          <Row>
            <ActionButton
              variant="default"
              blocked={whyNot(deal, 'askEbid')}
              onClick={() => request(deal.eBidValue > 0 ? deal.eBidValue : null)}
            >
              {t(isWaiting ? 'bid.change' : 'bid.open')}
            </ActionButton>
            {isWaiting && (
              <ActionButton
                variant="subtle"
                loading={ask.isPending}
                blocked={whyNot(deal, 'askEbid')}
                onClick={() => ask.mutate({ params: { id: deal.dealId }, body: { value: 0 } })}
              >
                {t('bid.withdraw')}
              </ActionButton>
            )}
          </Row>
        )}
      </Stack>
      <ReasonDialog asked={asked} onClose={() => setAsked(null)} />
    </Panel>
  )
}

/** MSRP, what the vendor pays, what was asked for and approved, and the margin that is left. */
function BidFacts({ deal }: Pick<SectionProps, 'deal'>) {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const history = useDealHistory(deal.dealId).data?.items
  const said = history?.find(({ event }) => event === 'ebid_asked' || event === 'ebid_decided')
  const money = (amount: number) => <Money amount={amount} currency={deal.currencyCode} />
  const off = (amount: number) =>
    deal.itemsTotal > 0 && amount < deal.itemsTotal ? (
      <Text kind="small">{formatPercentage(amount / deal.itemsTotal - 1, language)}</Text>
    ) : null
  const msrp = msrpOf(deal)
  return (
    <Facts form="rows">
      {msrp !== null && <Fact label={t('msrp')}>{money(msrp)}</Fact>}
      <Fact label={t('price')}>{money(deal.itemsTotal)}</Fact>
      {hasBid(deal) && (
        <Fact label={t('eBidStatus')}>
          <EBidTag bid={deal} />
        </Fact>
      )}
      {deal.eBidValue > 0 && (
        <Fact label={t('eBidValue')}>
          <Stack gap="none" align="end">
            {money(deal.eBidValue)}
            {off(deal.eBidValue)}
          </Stack>
        </Fact>
      )}
      <Fact label={t('eBidApprovedValue')}>
        {deal.eBidStatus === 'Approved' && hasBid(deal) ? (
          <Stack gap="none" align="end">
            <Text kind="strong">{money(deal.eBidApprovedValue)}</Text>
            {off(deal.eBidApprovedValue)}
          </Stack>
        ) : null}
      </Fact>
      {msrp !== null && msrp > 0 && (
        <Fact label={t('margin')}>{formatPercentage(1 - worthOf(deal) / msrp, language)}</Fact>
      )}
      {said?.reason && <Fact label={t('reason')}>{said.reason}</Fact>}
    </Facts>
  )
}
