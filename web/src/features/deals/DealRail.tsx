import type { Deal } from '@trellis/contract/deal-answers'
import { isClosed } from '@trellis/contract/deal-states'
import { useTranslation } from 'react-i18next'
import { externalIdLines } from '../../app/externalIds.ts'
import { useAccountHref } from '../../app/network.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatPercentage } from '../../ui/format.ts'
import { Fact, Facts, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CorrectButton } from './CorrectButton.tsx'
import { useDealHistory } from './DealHistory.tsx'
import { ProspectFacts } from './ProspectFacts.tsx'
import { ReceiptButton } from './ReceiptButton.tsx'
import { EBidTag, hasBid, isUnprotected, ProtectionTag } from './tags.tsx'
import { isMine } from './useWhyNot.ts'
import { msrpOf, worthOf } from './worth.ts'

interface RailProps {
  deal: Deal | undefined
  onChanged?: (deal: Deal) => void
}

/** What is looked up about a deal: its sides, the prospect, the protection and the price. */
export function DealRail({ deal, onChanged }: RailProps) {
  const { t } = useTranslation('deals')
  return (
    <>
      <Sides deal={deal} />
      <Panel
        title={t('prospect')}
        actions={deal && onChanged && <CorrectButton deal={deal} what="prospect" onChanged={onChanged} />}
      >
        <ProspectFacts prospect={deal?.prospect} />
      </Panel>
      {deal && <ProtectionFacts deal={deal} />}
      {deal && <BidFacts deal={deal} />}
    </>
  )
}

function Sides({ deal }: Pick<RailProps, 'deal'>) {
  const { t } = useTranslation('deals')
  const hrefOf = useAccountHref()
  return (
    <Panel title={t('deal')} actions={deal && <ReceiptButton deal={deal} />}>
      <Facts form="rows" loading={deal === undefined}>
        <Fact label={t('vendor')}>
          {deal && (
            <EntityLink href={hrefOf(deal.vendor.accountId)} hint={deal.vendor.accountCode}>
              {deal.vendor.accountName}
            </EntityLink>
          )}
        </Fact>
        <Fact label={t('decidedBy')}>
          {deal?.decidedBy && (
            <EntityLink href={hrefOf(deal.decidedBy.accountId)}>{deal.decidedBy.accountName}</EntityLink>
          )}
        </Fact>
        {deal && Object.keys(deal.externalIds).length > 0 && (
          <Fact label={t('externalIds')}>{externalIdLines(deal.externalIds)}</Fact>
        )}
        <Fact label={t('creationDate')}>{deal && <DateTime value={deal.creationDate} />}</Fact>
        <Fact label={t('registeredBy')}>{deal?.creator && `${deal.creator.firstName} ${deal.creator.lastName}`}</Fact>
        <Fact label={t('startDate')}>{deal && <DateTime value={deal.startDate} dateOnly />}</Fact>
        {deal && !isMine(deal, 'update') && (
          <Fact label={t('description')} wide>
            {deal.description && <Text style={{ whiteSpace: 'pre-line' }}>{deal.description}</Text>}
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}

function ProtectionFacts({ deal }: { deal: Deal }) {
  const { t } = useTranslation('deals')
  const history = useDealHistory(deal.dealId).data?.items
  // Why it was refused stands with the sentence that says so.
  const reason = isUnprotected(deal) ? null : history?.find(({ event }) => event === 'protection')?.reason
  const answered = history?.find(({ event }) => event === 'extended' || event === 'extension_refused')
  return (
    <Panel title={t('protectionTitle')}>
      <Facts form="rows">
        <Fact label={t('protectionName')}>
          <ProtectionTag status={deal.protectionStatus} isExpired={deal.isExpired} />
        </Fact>
        {!isClosed(deal.status) && (
          <Fact label={t(isUnprotected(deal) ? 'dealExpires' : 'expirationDate')}>
            <DateTime value={deal.expirationDate} />
          </Fact>
        )}
        {reason && <Fact label={t('reason')}>{reason}</Fact>}
        {answered && (
          <Fact label={t(`history.events.${answered.event}`)}>
            {answered.reason ?? <DateTime value={answered.creationDate} />}
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}

/** MSRP, what the vendor pays, what was asked for and approved, and the margin that is left. */
function BidFacts({ deal }: { deal: Deal }) {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const history = useDealHistory(deal.dealId).data?.items
  const isRefused = deal.standing?.some(({ kind }) => kind === 'bidRefused')
  const said = history?.find(({ event }) => event === 'ebid_asked' || event === 'ebid_decided')
  const money = (amount: number) => <Money amount={amount} currency={deal.currencyCode} />
  const off = (amount: number) =>
    deal.itemsTotal > 0 && amount < deal.itemsTotal ? (
      <Text kind="small">{formatPercentage(amount / deal.itemsTotal - 1, language)}</Text>
    ) : null
  const msrp = msrpOf(deal)
  return (
    <Panel title={t('eBidTitle')}>
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
        {!isRefused && said?.reason && <Fact label={t('reason')}>{said.reason}</Fact>}
      </Facts>
    </Panel>
  )
}
