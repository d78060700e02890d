import { useQuery } from '@tanstack/react-query'
import type { Deal, PossibleDuplicate } from '@trellis/contract/deal-answers'
import type { TodayItem } from '@trellis/contract/today'
import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatPercentage } from '../../ui/format.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { dealOf, duplicatesOf, isOfDeal } from './details.ts'
import { Fetched } from './Fetched.tsx'
import { Lines } from './Lines.tsx'
import styles from './today.module.css'

/** What supports a decision on a deal: who asks and why, the price, the products, and who else registered the opportunity. */
export function DealDetails({ item }: { item: TodayItem }) {
  const { t } = useTranslation('today')
  const hrefOf = useAccountHref()
  const deal = useQuery(dealOf(item.recordId))
  return (
    <Fetched query={deal} lines={5}>
      {(data) => (
        <>
          <Text kind="small">
            <EntityLink href={hrefOf(data.vendor.accountId)}>{data.vendor.accountName}</EntityLink>
            {data.estimatedCloseDate && (
              <>
                {' · '}
                {t('pane.closes')} <DateTime value={data.estimatedCloseDate} dateOnly />
              </>
            )}
            {' · '}
            {t(data.protectionStatus === 'Approved' ? 'pane.protectedUntil' : 'pane.wouldProtect')}{' '}
            <DateTime value={data.expirationDate} dateOnly />
          </Text>
          <Asked deal={data} item={item} />
          <Lines
            currency={data.currencyCode}
            lines={(data.items ?? []).map(({ dealItemId, productId, productName, qt, price }) => ({
              id: dealItemId,
              productId,
              name: productName,
              quantity: qt,
              price,
            }))}
          />
          {isOfDeal(item) && <Duplicates deal={data} />}
        </>
      )}
    </Fetched>
  )
}

/** The price that is asked for, and the reasons that were given. */
function Asked({ deal, item }: { deal: Deal; item: TodayItem }) {
  const { t } = useTranslation('today')
  const { language } = useLocale()
  const { eBidValue, itemsTotal, currencyCode, waiting } = deal
  const hasBid = item.kind === 'ebid' || item.kind === 'ebidSignature' || item.also.includes('ebid')
  return (
    <>
      {hasBid && (
        <p className={styles.notice}>
          {t('one.ebid')}{' '}
          <strong>
            <Money amount={eBidValue} currency={currencyCode} />
          </strong>{' '}
          {t('instead')} <Money amount={itemsTotal} currency={currencyCode} />
          {itemsTotal > 0 && ` (${formatPercentage(eBidValue / itemsTotal - 1, language)})`}
        </p>
      )}
      {waiting
        .filter(({ reason }) => reason)
        .map(({ kind, reason }) => (
          <Text key={kind} as="blockquote" className={styles.reason}>
            {`“${reason}”`}
          </Text>
        ))}
    </>
  )
}

/** The likely duplicates, each in three lines. */
function Duplicates({ deal }: { deal: Deal }) {
  const { t } = useTranslation(['today', 'deals'])
  const duplicates = useQuery(duplicatesOf(deal.dealId))
  return (
    <Fetched query={duplicates} lines={3}>
      {({ items, outOfReach }) =>
        items.length === 0 && outOfReach === 0 ? (
          <Text kind="small">{t('deals:compare.none')}</Text>
        ) : (
          <Stack gap="sm">
            {items.slice(0, 2).map((found) => (
              <Duplicate key={found.deal.dealId} found={found} deal={deal} />
            ))}
            {items.length > 2 && <Text kind="small">{t('today:pane.more', { count: items.length - 2 })}</Text>}
            {outOfReach > 0 && <Text kind="small">{t('deals:compare.outOfReach', { count: outOfReach })}</Text>}
          </Stack>
        )
      }
    </Fetched>
  )
}

function Duplicate({ found, deal }: { found: PossibleDuplicate; deal: Deal }) {
  const { t } = useTranslation(['today', 'deals'])
  const { deal: other, reasons } = found
  const isEarlier = other.creationDate < deal.creationDate
  return (
    <div className={styles.notice} data-tone="soon">
      <EntityLink href={`/deals/${other.dealId}`}>{`${other.prospect.name} · ${other.code}`}</EntityLink>
      <div>
        {[other.vendor.accountName, ...reasons.map((reason) => t(`deals:compare.reasons.${reason}`))].join(' · ')}
      </div>
      <div>
        {t(isEarlier ? 'today:pane.earlier' : 'today:pane.later')} <DateTime value={other.creationDate} dateOnly /> ·{' '}
        {t(`deals:protection.${other.protectionStatus}`)} ·{' '}
        <Money amount={other.itemsTotal} currency={other.currencyCode} />
      </div>
    </div>
  )
}
