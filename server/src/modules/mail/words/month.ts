import type { MonthReport, PartnerOfMonth } from '@trellis/contract/month-reports'
import { type Entry, money } from './words.ts'

/** What a mail about a month says, in one language. */
export interface MonthWords {
  locale: string
  sold: string
  bought: string
  against: string
  nothingBefore: string
  yearBefore: string
  more: string
  less: string
  deals: string
  registered(count: number, won: number, amount: string): string
  dealsAtRisk: string
  dealsEnd(count: number): string
  renewals: string
  keysEnd(count: number): string
  short: string
  products(count: number, first: string): string
}

/** The name of a month: October 2026. */
export const nameOfMonth = (locale: string, month: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/** The days of a month as lists filter by them: 2026-10-01..2026-10-31. */
function daysOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return `${month}-01..${new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)}`
}

/** The figures of a month, each with the list that has its records. */
export function monthEntries(say: MonthWords, report: MonthReport): Entry[] {
  const { month, currencyCode, sales, partners, deals, renewals, stock } = report
  const cash = (amount: number, currency = currencyCode) => money(say.locale, String(amount), currency)
  const total = (parts: { currencyCode: string; amount: number }[]) =>
    parts.map(({ amount, currencyCode: code }) => cash(amount, code)).join(' + ')
  const percent = new Intl.NumberFormat(say.locale, {
    ...{ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' },
  } as Intl.NumberFormatOptions)
  const trend = (value: number | null, against: string) =>
    value === null ? [] : [`${percent.format(value / 100)} ${against}`]
  const others = (side: 'sellIn' | 'sellOut') =>
    (sales?.otherCurrencies ?? [])
      .filter((other) => other[side] !== 0)
      .map((other) => cash(other[side], other.currencyCode))
  const traded = (
    title: string,
    list: 'sell-out' | 'sell-in',
    figure: { current: number; trend: number | null },
    more: string[],
  ): Entry => ({
    title: `${title}: ${[cash(figure.current), ...others(list === 'sell-out' ? 'sellOut' : 'sellIn')].join(' + ')}`,
    text: [...trend(figure.trend, say.against), ...more].join(', ') || say.nothingBefore,
    path: `/${list}?status=approved&approvalDate=${daysOf(month)}`,
  })
  const named = (title: string, list: PartnerOfMonth[]): Entry[] =>
    list.length === 0
      ? []
      : [
          {
            title,
            text: list
              .map(({ accountName, change }) => `${accountName} ${change > 0 ? '+' : '−'}${cash(Math.abs(change))}`)
              .join('; '),
            path: `/reports/month?month=${month}`,
          },
        ]
  return [
    ...(sales
      ? [
          traded(say.sold, 'sell-out', sales.sellOut, trend(sales.yearBefore.trend, say.yearBefore)),
          traded(say.bought, 'sell-in', sales.sellIn, []),
        ]
      : []),
    ...named(say.more, partners?.up ?? []),
    ...named(say.less, partners?.down ?? []),
    ...(deals
      ? [
          {
            title: say.deals,
            text: say.registered(deals.registered.current, deals.won.current, cash(deals.wonAmount)),
            path: `/deals?creationDate=${daysOf(month)}`,
          },
        ]
      : []),
    ...(deals && deals.atRisk.deals > 0
      ? [
          {
            title: `${say.dealsAtRisk}: ${total(deals.atRisk.total)}`,
            text: say.dealsEnd(deals.atRisk.deals),
            path: '/deals',
          },
        ]
      : []),
    ...(renewals && renewals.keys > 0
      ? [
          {
            title: [say.renewals, total(renewals.total)].filter((part) => part !== '').join(': '),
            text: say.keysEnd(renewals.keys),
            path: '/renewals?window=30',
          },
        ]
      : []),
    ...(stock && stock.count > 0
      ? [
          {
            title: say.short,
            text: say.products(stock.count, stock.items.map(({ sku }) => sku).join(', ')),
            path: '/stocks?belowThreshold=true',
          },
        ]
      : []),
  ]
}
