import { Table } from '@mantine/core'
import {
  type PriceEffect as Effect,
  type EffectGroup,
  type PriceDifference,
  strongChange,
} from '@trellis/contract/pricing'
import { useTranslation } from 'react-i18next'
import { EntityLink } from '../ui/EntityLink.tsx'
import { formatPercentage } from '../ui/format.ts'
import { Stack, Text } from '../ui/layout.tsx'
import { useLocale } from '../ui/locale.tsx'
import { Money } from '../ui/Money.tsx'
import { percentBelow } from '../ui/money.ts'
import { NoValue } from '../ui/NoValue.tsx'
import { toneStyle } from '../ui/StatusTag.tsx'
import { Breaks } from './Breaks.tsx'
import styles from './PriceEffect.module.css'
import { useProductHref } from './productHref.ts'

/** The first group is expanded by default when it has at most this many prices. */
const shortEnough = 12

/** Number of account names in the summary line; expanding the group shows the others. */
const namedAtOnce = 3

/** A preview of a price change: higher and lost prices first, then the accounts, with each price before and after. */
export function PriceEffect({ effect }: { effect: Effect }) {
  const { t } = useTranslation('prices')
  if (effect.accountCount === 0) {
    return (
      <Text as="p" className={styles.nobody} style={toneStyle('neutral')}>
        {t('effect.nobody')}
      </Text>
    )
  }
  const losing = effect.groups.reduce((sum, group) => sum + (group.lostCount > 0 ? group.accountCount : 0), 0)
  return (
    <Stack as="section" gap="sm" aria-label={t('effect.title')}>
      {losing > 0 && (
        <Text as="p" kind="strong" className={styles.nobody} style={toneStyle('error')}>
          {t('effect.losing', { count: losing })}
        </Text>
      )}
      <Text as="p" kind="strong">
        {t('effect.affected', { count: effect.accountCount })}
      </Text>
      {effect.groups.map((group, index) => (
        <Group
          key={group.accounts[0]?.id ?? index}
          group={group}
          open={index === 0 && group.differenceCount <= shortEnough}
        />
      ))}
    </Stack>
  )
}

function Group({ group, open }: { group: EffectGroup; open: boolean }) {
  const { t } = useTranslation('prices')
  const { accounts, accountCount, differences, differenceCount, limitCount, priceListBefore, priceListAfter } = group
  const hrefOf = useProductHref()
  const first = accounts.slice(0, namedAtOnce).map(({ name }) => name)
  const others = accountCount - first.length
  const isMove = priceListBefore?.id !== priceListAfter?.id
  return (
    <details className={styles.group} open={open}>
      <summary className={styles.summary}>
        <Text style={{ flex: '1 1 10rem', fontWeight: 550 }}>
          {first.join(', ')}
          {others > 0 && ` ${t('effect.more', { count: others })}`}
        </Text>
        <Text kind="small">{t('effect.prices', { count: differenceCount })}</Text>
        <Damage {...group} />
      </summary>
      {isMove && (
        <Text as="p" kind="quiet" className={styles.note}>
          {t('effect.lists', {
            before: priceListBefore?.name ?? t('effect.noList'),
            after: priceListAfter?.name ?? t('effect.noList'),
          })}
        </Text>
      )}
      {limitCount > 0 && (
        <Text as="p" className={styles.note}>
          {t('effect.limits', { count: limitCount })}
        </Text>
      )}
      <div style={{ overflowX: 'auto' }}>
        <Table fz="sm" className={styles.table} aria-label={first.join(', ')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('effect.product')}</Table.Th>
              {(['before', 'after', 'difference'] as const).map((key) => (
                <Table.Th
                  key={key}
                  scope="col"
                  className={styles.number}
                  data-extra={key === 'difference' || undefined}
                >
                  {t(`effect.${key}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differences.map((difference) => (
              <Table.Tr key={difference.productId}>
                <Table.Td>
                  <EntityLink href={hrefOf(difference.productId)} hint={difference.sku}>
                    {difference.productName}
                  </EntityLink>
                </Table.Td>
                <Table.Td className={styles.number}>
                  <Price amount={difference.before} currency={difference.beforeCurrencyCode} />
                  <BreaksOf breaks={difference.beforeBreaks} currency={difference.beforeCurrencyCode} />
                </Table.Td>
                <Table.Td className={styles.number}>
                  <strong>
                    <Price amount={difference.after} currency={difference.afterCurrencyCode} />
                  </strong>
                  <BreaksOf breaks={difference.afterBreaks} currency={difference.afterCurrencyCode} />
                </Table.Td>
                <Table.Td className={styles.number} data-extra>
                  <Share {...difference} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {differenceCount > differences.length && (
        <Text as="p" kind="small" className={styles.note}>
          {t('effect.notNamed', { count: differenceCount - differences.length })}
        </Text>
      )}
      {accountCount > namedAtOnce && (
        <Text as="p" kind="quiet" className={`${styles.note} ${styles.accounts}`}>
          <strong>{t('effect.accounts')}</strong> {accounts.map(({ name }) => name).join(', ')}
          {accountCount > accounts.length && ` ${t('effect.more', { count: accountCount - accounts.length })}`}
        </Text>
      )}
    </details>
  )
}

/** What hurts: products that cannot be bought any more, and prices that change strongly. */
function Damage({ lostCount, dropCount, riseCount }: EffectGroup) {
  const { t } = useTranslation('prices')
  const { language } = useLocale()
  const share = formatPercentage(strongChange / 100, language)
  const parts = [
    ...(lostCount > 0 ? [t('effect.lost', { count: lostCount })] : []),
    ...(dropCount > 0 ? [t('effect.drops', { count: dropCount, share })] : []),
    ...(riseCount > 0 ? [t('effect.rises', { count: riseCount, share })] : []),
  ]
  if (parts.length === 0) return null
  return (
    <Text kind={lostCount > 0 ? 'strong' : 'small'} style={{ flex: '1 0 100%', fontSize: '0.8125rem' }}>
      {parts.join(' · ')}
    </Text>
  )
}

function Price({ amount, currency }: { amount: number | null; currency: string | null }) {
  const { t } = useTranslation('prices')
  if (amount === null) return <Text kind="small">{t('effect.cannotBuy')}</Text>
  return <Money amount={amount} currency={currency} precise />
}

/** The breaks of a price before or after the change. */
function BreaksOf(of: { breaks: PriceDifference['beforeBreaks']; currency: string | null }) {
  const { t } = useTranslation('prices')
  return <Breaks {...of} words={(from, price) => t('breakFrom', { from, price })} />
}

/** The price change in percent, when the two prices can be compared. */
function Share({ before, after, beforeCurrencyCode, afterCurrencyCode }: PriceDifference) {
  const { language } = useLocale()
  const below =
    before === null || after === null || beforeCurrencyCode !== afterCurrencyCode ? null : percentBelow(before, after)
  if (below === null) return <NoValue />
  if (below === 0) return formatPercentage(0, language)
  return below > 0 ? `−${formatPercentage(below / 100, language)}` : `+${formatPercentage(-below / 100, language)}`
}
