import * as z from 'zod/mini'
import { ProductName } from './catalogue.ts'
import { ForecastRow } from './deal-answers.ts'
import { dealStatuses, protectionStatuses } from './deal-states.ts'
import { endpoint } from './endpoint.ts'
import { Amount, DateOrInstant, Id } from './values.ts'

export const intervals = [
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
  'allTime',
  'custom',
] as const
export type Interval = (typeof intervals)[number]

/** Slices of a pie chart: the six largest and "other" (rules D7). */
export const pieSlices = 7

const nullableDate = z.optional(z.nullable(DateOrInstant))

/**
 * Without a beginning, the period is all time. Without a previous period, the default is the period of the same length
 * just before the current one.
 */
export const DashboardQuery = z.strictObject({
  parentAccountId: z.optional(z.nullable(Id)),
  includeChildren: z.optional(z.boolean()),
  previousFrom: nullableDate,
  previousTo: nullableDate,
  currentFrom: nullableDate,
  currentTo: nullableDate,
  products: z.optional(z.nullable(z.array(Id).check(z.maxLength(500)))),
})
export type DashboardQuery = z.output<typeof DashboardQuery>

/** `trend` is the change in percent with one decimal; null when the previous value does not allow one. */
export const TrendFigure = z.object({ current: Amount, previous: Amount, trend: z.nullable(z.number()) })
export type TrendFigure = z.output<typeof TrendFigure>

/**
 * Orders: `qt` counts the pieces of sales in every currency. Deals: `qt` counts deals. `amount` sums only what is in the
 * account's currency. Licenses: `qt` counts license keys and `amount` their seats.
 */
const SampleValue = z.object({ qt: z.int(), amount: Amount })
const Samples = z.object({
  /** `key` is the ISO date of the bucket's first day in the reader's time zone. */
  samples: z.array(z.object({ key: z.string(), value: SampleValue })),
  total: SampleValue,
})

/** Day, week (ISO) or month. */
export const samplingFrequencies = ['d', 'w', 'm'] as const

export const TimeSeries = z.object({
  current: Samples,
  previous: Samples,
  samplingFrequency: z.enum(samplingFrequencies),
  trend: z.nullable(z.number()),
  sameSamplingRate: z.boolean(),
})
export type TimeSeries = z.output<typeof TimeSeries>

export const PieSlice = z.object({ name: z.string(), amount: Amount })

/** Sales in a currency other than the account's. */
export const OtherCurrency = z.object({
  currencyId: z.int(),
  currencyCode: z.string(),
  sellIn: Amount,
  sellOut: Amount,
})
export type OtherCurrency = z.output<typeof OtherCurrency>

/**
 * Sell-in and sell-out of an account. Pieces are counted in all currencies; amounts only in the currency of the
 * account's effective price list.
 */
export const OrderStatistics = z.object({
  totalSellIn: TrendFigure,
  totalSellOut: TrendFigure,
  totalSellInPrice: TrendFigure,
  totalSellOutPrice: TrendFigure,
  /** Sell-out. */
  statisticsResponse: TimeSeries,
  /** Sell-in. */
  statisticsResponseIn: TimeSeries,
  /** Amount by buyer; when there are more than six buyers, the last slice is named `other`. */
  sellOutPieStatistics: z.array(PieSlice),
  sellOutBySkuPieStatistics: z.array(PieSlice),
  totalSellOutPriceCurrencyId: z.int(),
  currencyCode: z.string(),
  currencySymbol: z.string(),
  /** Amounts of the current period in other currencies; the amounts above do not include them. */
  otherCurrencies: z.array(OtherCurrency),
})
export type OrderStatistics = z.output<typeof OrderStatistics>

/** The licenses that the accounts in scope own. Created ones are those of the period, the others are states at its end. */
export const LicenseStatistics = z.object({
  /** Keys, and their seats. */
  totalCreated: z.extend(TrendFigure, { createdSeats: TrendFigure }),
  /** Seats of the keys that have not expired, also of those that have not started. */
  totalSeats: TrendFigure,
  /** Activated and not expired. */
  totalActive: TrendFigure,
  totalExpired: TrendFigure,
  totalExpiredMaintenance: TrendFigure,
  /** Maintenance that ends within 60 days after the end of the period. */
  totalNearMaintenanceExpiration: TrendFigure,
  /** Those of `totalSeats` that a device holds, suspended ones too. */
  totalSeatActive: TrendFigure,
  /** Created licenses. */
  statisticsResponse: TimeSeries,
})
export type LicenseStatistics = z.output<typeof LicenseStatistics>

/** Days after the end of the period within which maintenance is about to expire (rules D12). */
export const nearMaintenanceDays = 60

/** Deals of the period in one state; `amount` in the account's currency. */
const DealsInState = { deals: z.int(), amount: Amount }
const Ratio = z.nullable(z.number())

/** The deals that the accounts in scope registered, by their present state. */
export const DealStatistics = z.object({
  totalDealsRegistration: TrendFigure,
  totalWon: TrendFigure,
  totalLost: TrendFigure,
  /** Won deals in percent of won and lost ones; null when there is neither. */
  winRate: z.object({ current: Ratio, previous: Ratio, trend: Ratio }),
  /** Registrations. */
  statisticsResponse: TimeSeries,
  /** Each status once, in the order of the contract. */
  byStatus: z.array(z.object({ status: z.enum(dealStatuses), ...DealsInState })),
  byProtection: z.array(z.object({ protectionStatus: z.enum(protectionStatuses), ...DealsInState })),
  currencyId: z.int(),
  currencyCode: z.string(),
  currencySymbol: z.string(),
  /** Amounts of the current period in other currencies; the amounts above do not include them. */
  otherCurrencies: z.array(z.object({ currencyId: z.int(), currencyCode: z.string(), amount: Amount })),
  /** Open deals of the next twelve months, whenever they were registered. */
  forecast: z.array(ForecastRow),
})
export type DealStatistics = z.output<typeof DealStatistics>

export const dashboard = {
  products: endpoint({
    method: 'POST',
    path: '/pricelists/products/dashboard/lookup',
    summary: 'Products bought or sold by an account in a period, to filter a dashboard by',
    permission: 'Products:r',
    effect: 'read',
    mayLag: true,
    body: z.strictObject({
      parentAccountId: z.optional(z.nullable(Id)),
      includeChildren: z.optional(z.boolean()),
      currentFrom: nullableDate,
      currentTo: nullableDate,
    }),
    answer: z.array(ProductName),
    refusals: ['RQ404'],
  }),
  orders: endpoint({
    method: 'POST',
    path: '/orders/dashboard',
    summary: 'Sell-in and sell-out of a period beside the previous one',
    permission: 'Orders:r',
    effect: 'read',
    mayLag: true,
    body: DashboardQuery,
    answer: OrderStatistics,
    refusals: ['RQ404'],
  }),
  licenses: endpoint({
    method: 'POST',
    path: '/licenses/dashboard',
    summary: 'License keys created in a period and their states at its end, beside the previous period',
    permission: 'Licenses:r',
    effect: 'read',
    mayLag: true,
    body: DashboardQuery,
    answer: LicenseStatistics,
    refusals: ['RQ404'],
  }),
  deals: endpoint({
    method: 'POST',
    path: '/deals/dashboard',
    summary: 'Deals registered in a period beside the previous one, and the forecast of open deals',
    permission: 'Deals:r',
    effect: 'read',
    mayLag: true,
    body: DashboardQuery,
    answer: DealStatistics,
    refusals: ['RQ404'],
  }),
}
