import { Table } from '@mantine/core'
import type { PriceEffect as Effect, EffectGroup, PriceDifference } from '@trellis/contract/pricing'
import { useTranslation } from 'react-i18next'
import { formatPercentage } from '../ui/format.ts'
import { Stack, Text } from '../ui/layout.tsx'
import { useLocale } from '../ui/locale.tsx'
import { Money } from '../ui/Money.tsx'
import { percentBelow } from '../ui/money.ts'
import { NoValue } from '../ui/NoValue.tsx'
import { toneStyle } from '../ui/StatusTag.tsx'
import styles from './PriceEffect.module.css'

/** The first group is expanded by default when it has at most this many prices. */
const shortEnough = 12

/** Number of account names in the summary line; expanding the group shows the others. */
const namedAtOnce = 3

/** A preview of a price change: the accounts it concerns, and each product's price before and after. */
export function PriceEffect({ effect }: { effect: Effect }) {
  const { t } = useTranslation('prices')
  if (effect.accountCount === 0) {
    return (
      <Text as="p" className={styles.nobody} style={toneStyle('neutral')}>
        {t('effect.nobody')}
      </Text>
    )
  }
  return (
    <Stack as="section" gap="sm" aria-label={t('effect.title')}>
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
  const { accounts, accountCount, differences, differenceCount, priceListBefore, priceListAfter } = group
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
      </summary>
      {isMove && (
        <Text as="p" kind="quiet" className={styles.note}>
          {t('effect.lists', {
            before: priceListBefore?.name ?? t('effect.noList'),
            after: priceListAfter?.name ?? t('effect.noList'),
          })}
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
                  {difference.productName} <Text kind="small">{difference.sku}</Text>
                </Table.Td>
                <Table.Td className={styles.number}>
                  <Price amount={difference.before} currency={difference.beforeCurrencyCode} />
                </Table.Td>
                <Table.Td className={styles.number}>
                  <strong>
                    <Price amount={difference.after} currency={difference.afterCurrencyCode} />
                  </strong>
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

function Price({ amount, currency }: { amount: number | null; currency: string | null }) {
  const { t } = useTranslation('prices')
  if (amount === null) return <Text kind="small">{t('effect.cannotBuy')}</Text>
  return <Money amount={amount} currency={currency} precise />
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
