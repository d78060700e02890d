import type { Deal } from '@trellis/contract/deal-answers'
import { isClosed } from '@trellis/contract/deal-states'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../ui/DateTime.tsx'
import { formatDay, formatMoney, formatPercentage } from '../../ui/format.ts'
import { Fact, Facts, Row } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { businessNow } from '../../ui/now.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { hasBid, ProtectionTag } from './tags.tsx'
import { daysUntil } from './time.ts'
import { msrpOf, worthOf } from './worth.ts'

/** The facts of a deal: what it is worth, how likely and when while it is open, and its protection. */
export function DealFigures({ deal }: { deal: Deal | undefined }) {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const msrp = deal ? msrpOf(deal) : null
  return (
    <Facts form="figures" loading={deal === undefined}>
      <Fact
        label={t(deal && hasBid(deal) && deal.eBidStatus === 'Approved' ? 'standing.approvedValue' : 'standing.value')}
      >
        {deal && (
          <Row as="span" align="baseline">
            <Money amount={worthOf(deal)} currency={deal.currencyCode} />
            {msrp !== null && msrp !== worthOf(deal) && (
              <small>{t('ofMsrp', { amount: formatMoney(msrp, deal.currencyCode, language) })}</small>
            )}
          </Row>
        )}
      </Fact>
      {(deal === undefined || !isClosed(deal.status)) && (
        <Fact label={t('chanceAndClose')}>
          {deal && (
            <Row as="span" align="baseline">
              {formatPercentage(deal.chanceOfClosure / 100, language)}
              {deal.estimatedCloseDate && (
                <small>
                  <DateTime value={deal.estimatedCloseDate} dateOnly />
                </small>
              )}
            </Row>
          )}
        </Fact>
      )}
      {deal ? <Protection deal={deal} /> : <Fact label={t('protectionName')} />}
    </Facts>
  )
}

/** Since when it is under review and until when to decide; or until when it is protected. */
function Protection({ deal }: { deal: Deal }) {
  const { t } = useTranslation('deals')
  const locale = useLocale()
  const asked = deal.standing?.find((fact) => 'decision' in fact && fact.decision === 'protection')
  if (asked && 'decision' in asked) {
    const due = formatDay(new Date(asked.due), locale)
    return (
      <Fact label={t('reviewedSince')}>
        <Row as="span" align="baseline">
          <DateTime
            value={deal.waiting.find(({ kind }) => kind === 'protection')?.since ?? deal.creationDate}
            dateOnly
          />
          {asked.isLate ? (
            <StatusTag tone="error">{t('dueLate', { due })}</StatusTag>
          ) : (
            <small>{t('dueBy', { due })}</small>
          )}
        </Row>
      </Fact>
    )
  }
  const runs = deal.protectionStatus === 'Approved' && !deal.isExpired && !isClosed(deal.status)
  return (
    <Fact label={runs ? t('protectedUntil') : t('protectionName')}>
      <Row as="span" align="baseline">
        {runs ? (
          <>
            <DateTime value={deal.expirationDate} dateOnly />
            <small>{t('inDays', { count: daysUntil(deal.expirationDate, new Date(businessNow())) })}</small>
          </>
        ) : (
          <ProtectionTag status={deal.protectionStatus} isExpired={deal.isExpired} />
        )}
      </Row>
    </Fact>
  )
}
