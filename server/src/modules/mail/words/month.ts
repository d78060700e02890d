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

/** The first and the last day of a month. */
function daysOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** The shortest products; three dots stand for those that are not told. */
const first = ({ count, items }: NonNullable<MonthReport['stock']>): string =>
  [...items.map(({ sku }) => sku), ...(count > items.length ? ['…'] : [])].join(', ')

/** The figures of a month, each with the list that has its records. */
export function monthEntries(say: MonthWords, report: MonthReport): Entry[] {
  const { month, currencyCode, sales, partners, deals, renewals, stock } = report
  const { from, to } = daysOf(month)
  const cash = (amount: number, currency = currencyCode) => money(say.locale, String(amount), currency)
  const total = (parts: { currencyCode: string; amount: number }[]) =>
    parts.map(({ amount, currencyCode: code }) => cash(amount, code)).join(' + ')
  const percent = new Intl.NumberFormat(say.locale, {
    ...{ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' },
  } as Intl.NumberFormatOptions)
  const trend = (value: number | null, against: string) =>
    value === null ? [] : [`${percent.format(value / 100)} ${against}`]
  const traded = (
    title: string,
    side: 'sellOut' | 'sellIn',
    figure: { current: number; trend: number | null } | null,
    more: string[],
  ): Entry[] => {
    const others = (sales?.otherCurrencies ?? []).filter((other) => other[side] !== 0)
    const list = side === 'sellOut' ? '/sell-out?' : '/sell-in?mine=yes&'
    return figure === null
      ? []
      : [
          {
            title: `${title}: ${[cash(figure.current), ...others.map((other) => cash(other[side], other.currencyCode))].join(' + ')}`,
            text: [...trend(figure.trend, say.against), ...more].join(', ') || say.nothingBefore,
            path: `${list}status=approved&approvalDate=${from}..${to}`,
          },
        ]
  }
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
    ...traded(say.sold, 'sellOut', sales?.sellOut ?? null, trend(sales?.yearBefore?.trend ?? null, say.yearBefore)),
    ...traded(say.bought, 'sellIn', sales?.sellIn ?? null, []),
    ...named(say.more, partners?.up ?? []),
    ...named(say.less, partners?.down ?? []),
    ...(deals
      ? [
          {
            title: say.deals,
            text: say.registered(deals.registered.current, deals.won.current, cash(deals.wonAmount)),
            path: `/deals?from=${from}&to=${to}`,
          },
        ]
      : []),
    ...(deals && deals.atRisk.deals > 0
      ? [
          {
            title: [say.dealsAtRisk, total(deals.atRisk.total)].filter((part) => part !== '').join(': '),
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
            text: say.products(stock.count, first(stock)),
            path: '/stocks?belowThreshold=true',
          },
        ]
      : []),
  ]
}
