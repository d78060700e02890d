import type { Deal } from '@trellis/contract/deal-answers'
import { useTranslation } from 'react-i18next'
import { formatDay, formatMoney } from '../../ui/format.ts'
import { Row, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { businessNow } from '../../ui/now.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { DealStatusTag, hasBid, ProtectionTag, toneOfEBid } from './tags.tsx'
import { daysUntil } from './time.ts'
import { worthOf } from './worth.ts'

/** Where a deal stands, in one line: its status, its protection, and how long that lasts. */
export function DealStateCell({ deal }: { deal: Deal }) {
  const { t } = useTranslation('deals')
  const locale = useLocale()
  const { status, protectionStatus, isExpired, expirationDate } = deal
  const isOver = status === 'Won' || status === 'Lost'
  const left = daysUntil(expirationDate, new Date(businessNow()))
  return (
    <Row as="span" gap="sm" nowrap>
      <DealStatusTag status={status} />
      {protectionStatus === 'Approved' && !isExpired ? (
        <Text kind="small">
          {t('protection.Approved')}
          {!isOver && (
            <span title={formatDay(new Date(expirationDate), locale)}> · {t('daysLeft', { count: left })}</span>
          )}
        </Text>
      ) : (
        <ProtectionTag status={protectionStatus} isExpired={isExpired} />
      )}
    </Row>
  )
}

/** What a deal is worth, with a mark where another price was asked for. */
export function ValueCell({ deal }: { deal: Deal }) {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const { eBidStatus, eBidValue, currencyCode } = deal
  const bid =
    eBidStatus !== 'Unknown' && hasBid(deal)
      ? t('bidOf', { amount: formatMoney(eBidValue, currencyCode, language), status: t(`ebid.${eBidStatus}`) })
      : null
  return (
    <Row as="span" gap="xs" nowrap justify="end">
      {bid !== null && eBidStatus !== 'Unknown' && (
        <StatusTag tone={toneOfEBid[eBidStatus]} title={bid}>
          {t('eBid')}
          <VisuallyHidden> {bid}</VisuallyHidden>
        </StatusTag>
      )}
      <Money amount={worthOf(deal)} currency={currencyCode} />
    </Row>
  )
}
