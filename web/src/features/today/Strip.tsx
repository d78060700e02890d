import { useQuery } from '@tanstack/react-query'
import { dashboard } from '@trellis/contract/dashboard'
import { orders } from '@trellis/contract/orders'
import { renewals } from '@trellis/contract/renewals'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { scarceQuery } from '../../app/stockLevels.ts'
import { dayIn } from '../../ui/days.ts'
import { formatCalendarDay, formatNumber } from '../../ui/format.ts'
import { Text } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { businessNow } from '../../ui/now.ts'
import { Line } from '../../ui/Skeletons.tsx'
import { Trend } from '../../ui/Trend.tsx'
import { monthSoFar } from './month.ts'
import styles from './today.module.css'
import { roundMoney } from './worth.ts'

/** What the month is worth, what is pending, what is at risk and what is short, as far as the reader may see it. */
export function Strip() {
  const { t } = useTranslation('today')
  const mayReadOrders = useCan('Orders', 'r')
  const mayReadLicenses = useCan('Licenses', 'r')
  const mayReadStock = useCan('Stocks', 'r')
  if (!mayReadOrders && !mayReadLicenses && !mayReadStock) return null
  return (
    <ul className={styles.strip} aria-label={t('strip.title')}>
      {mayReadOrders && <OfMonth />}
      {mayReadOrders && <Pending />}
      {mayReadLicenses && <AtRisk />}
      {mayReadStock && <Short />}
    </ul>
  )
}

interface FigureProps {
  label: string
  href: string
  query: { data: unknown; error: unknown; refetch: () => unknown }
  value: string | undefined
  children?: ReactNode
}

/** One figure, which leads to its list. One that failed says so alone. */
function Figure({ label, href, query, value, children }: FigureProps) {
  const { t } = useTranslation(['today', 'ui'])
  const isFailed = query.data === undefined && query.error !== null
  return (
    <li aria-busy={(query.data === undefined && !isFailed) || undefined}>
      <Text as="div" kind="small" truncate>
        {label}
      </Text>
      <div className={styles.figure} data-several={value?.includes(' + ') || undefined}>
        {isFailed ? (
          <button type="button" className={styles.again} onClick={() => void query.refetch()}>
            {t('today:strip.again')}
          </button>
        ) : value === undefined ? (
          <Line width="6ch" />
        ) : (
          <InternalLink href={href}>{value}</InternalLink>
        )}
      </div>
      {/* Beside the label: two currencies fill the line of the value. */}
      <div className={styles.side}>{value !== undefined && children}</div>
    </li>
  )
}

function OfMonth() {
  const { t } = useTranslation('today')
  const { language, timeZone } = useLocale()
  const sells = useMe().account.level <= 40
  const { from, to, before } = monthSoFar(dayIn(timeZone, new Date(businessNow())))
  const wire = (day: string) => day.replaceAll('-', '/')
  const query = useQuery(
    queryOf(dashboard.orders, {
      body: {
        parentAccountId: null,
        includeChildren: true,
        currentFrom: wire(from),
        currentTo: wire(to),
        previousFrom: wire(before.from),
        previousTo: wire(before.to),
        products: [],
      },
    }),
  )
  const { data } = query
  const figure = sells ? data?.totalSellOutPrice : data?.totalSellInPrice
  const others = data?.otherCurrencies.filter((other) => (sells ? other.sellOut : other.sellIn) !== 0) ?? []
  const month = (day: string) => formatCalendarDay(day, language, { month: 'long' })
  return (
    <Figure
      label={t(sells ? 'strip.sold' : 'strip.bought', { month: month(from) })}
      href={`/${sells ? 'sell-out' : 'sell-in'}?status=approved&approvalDate=${from}..${to}`}
      query={query}
      value={
        data && figure
          ? [
              roundMoney(figure.current, data.currencyCode, language),
              ...others.map(({ sellIn, sellOut, currencyCode }) =>
                roundMoney(sells ? sellOut : sellIn, currencyCode, language),
              ),
            ].join(' + ')
          : undefined
      }
    >
      {figure?.trend != null && (
        <>
          <Trend ratio={figure.trend / 100} />
          <Text kind="small">{t('strip.before', { days: daysOf(before, language) })}</Text>
        </>
      )}
    </Figure>
  )
}

function Pending() {
  const { t } = useTranslation('today')
  const { language } = useLocale()
  const sells = useMe().account.level <= 40
  const query = useQuery(
    queryOf(sells ? orders.sellOut : orders.sellIn, {
      body: { limit: 1, includeChildren: true, filterBy: [{ field: 'status', values: ['pending'] }] },
    }),
  )
  const { data } = query
  return (
    <Figure
      label={t(sells ? 'strip.pendingSales' : 'strip.pendingPurchases')}
      href={`/${sells ? 'sell-out' : 'sell-in'}?status=pending`}
      query={query}
      value={data && worthOf(data.total, language)}
    >
      <Text kind="small">{t('strip.orders', { count: data?.count ?? 0 })}</Text>
    </Figure>
  )
}

function AtRisk() {
  const { t } = useTranslation('today')
  const { language } = useLocale()
  const query = useQuery(queryOf(renewals.figures, { body: { window: '30', limit: 1 } }))
  const { data } = query
  return (
    <Figure
      label={t('strip.atRisk')}
      href="/renewals?window=30"
      query={query}
      value={data && worthOf(data.total, language)}
    >
      <Text kind="small">{t('strip.keys', { count: data?.keys ?? 0 })}</Text>
    </Figure>
  )
}

function Short() {
  const { t } = useTranslation('today')
  const { language } = useLocale()
  const query = useQuery(scarceQuery(useMe().account.accountId))
  const { data } = query
  const [first, ...others] = data?.items ?? []
  return (
    <Figure
      label={t('strip.short')}
      href="/stocks?belowThreshold=true"
      query={query}
      value={data && formatNumber(data.count, language)}
    >
      <Text kind="small">
        {first === undefined ? t('strip.enough') : `${first.sku}${others.length > 0 ? ' …' : ''}`}
      </Text>
    </Figure>
  )
}

/** Days of one month, as the language writes them: Oct 1 – 26, 1–26 ott. Browsers write 01 in Italian ranges. */
const daysOf = ({ from, to }: { from: string; to: string }, language: string) =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    .formatRange(new Date(from), new Date(to))
    .replace(/\b0(?=\d)/g, '')

const worthOf = (total: readonly { currencyCode: string; amount: number }[], language: string) =>
  total.map(({ amount, currencyCode }) => roundMoney(amount, currencyCode, language)).join(' + ') ||
  formatNumber(0, language)
