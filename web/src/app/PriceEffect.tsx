import { Table } from '@mantine/core'
import type { PriceEffect as Effect, EffectGroup, PriceDifference } from '@trellis/contract/pricing'
import { useTranslation } from 'react-i18next'
import { formatPercentage } from '../ui/format.ts'
import { useLocale } from '../ui/locale.tsx'
import { Money } from '../ui/Money.tsx'
import { percentBelow } from '../ui/money.ts'
import { NoValue } from '../ui/NoValue.tsx'
import styles from './PriceEffect.module.css'

/** The first group is expanded by default when it has at most this many prices. */
const shortEnough = 12

/** Number of account names in the summary line; expanding the group shows the others. */
const namedAtOnce = 3

/** A preview of a price change: the accounts it concerns, and each product's price before and after. */
export function PriceEffect({ effect }: { effect: Effect }) {
  const { t } = useTranslation('prices')
  if (effect.accountCount === 0) return <p className={styles.nobody}>{t('effect.nobody')}</p>
  return (
    <section aria-label={t('effect.title')} className={styles.effect}>
      <p className={styles.count}>{t('effect.affected', { count: effect.accountCount })}</p>
      {effect.groups.map((group, index) => (
        <Group
          key={group.accounts[0]?.id ?? index}
          group={group}
          open={index === 0 && group.differenceCount <= shortEnough}
        />
      ))}
    </section>
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
        <span className={styles.who}>
          {first.join(', ')}
          {others > 0 && ` ${t('effect.more', { count: others })}`}
        </span>
        <span className={styles.hint}>{t('effect.prices', { count: differenceCount })}</span>
      </summary>
      {isMove && (
        <p className={styles.lists}>
          {t('effect.lists', {
            before: priceListBefore?.name ?? t('effect.noList'),
            after: priceListAfter?.name ?? t('effect.noList'),
          })}
        </p>
      )}
      <div className={styles.scroll}>
        <Table className={styles.table} aria-label={first.join(', ')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('effect.product')}</Table.Th>
              <Table.Th scope="col" className={styles.number}>
                {t('effect.before')}
              </Table.Th>
              <Table.Th scope="col" className={styles.number}>
                {t('effect.after')}
              </Table.Th>
              <Table.Th scope="col" className={styles.number} data-extra>
                {t('effect.difference')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differences.map((difference) => (
              <Table.Tr key={difference.productId}>
                <Table.Td>
                  {difference.productName} <span className={styles.hint}>{difference.sku}</span>
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
        <p className={styles.hint}>{t('effect.notNamed', { count: differenceCount - differences.length })}</p>
      )}
      {accountCount > namedAtOnce && (
        <p className={styles.accounts}>
          <strong>{t('effect.accounts')}</strong> {accounts.map(({ name }) => name).join(', ')}
          {accountCount > accounts.length && ` ${t('effect.more', { count: accountCount - accounts.length })}`}
        </p>
      )}
    </details>
  )
}

function Price({ amount, currency }: { amount: number | null; currency: string | null }) {
  const { t } = useTranslation('prices')
  if (amount === null) return <span className={styles.hint}>{t('effect.cannotBuy')}</span>
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
