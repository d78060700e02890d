import * as z from 'zod/mini'
import { TrendFigure } from './dashboard.ts'
import { endpoint } from './endpoint.ts'
import { languageCodes } from './users.ts'
import { Amount, Id, Instant } from './values.ts'

/** So many partners are named on each side of a month's report. */
export const partnersInReport = 5
/** So many short products are named in a month's report. */
export const productsInReport = 5
/** Days within which what ends is at risk. */
export const atRiskDays = 30

/** `2026-10` */
const Month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))

/** An amount in one of the currencies that are not added up. */
const InCurrency = z.object({ currencyCode: z.string(), amount: Amount })

/** What a partner bought in the month and in the month before, in the currency of the report. */
export const PartnerOfMonth = z.object({
  accountId: Id,
  accountName: z.string(),
  current: Amount,
  previous: Amount,
  /** `current` less `previous`. */
  change: Amount,
})
export type PartnerOfMonth = z.output<typeof PartnerOfMonth>

/** Sales of the account and all below it, and what the account itself bought, as the dashboard counts them (rules D1). */
export const SalesOfMonth = z.object({
  /** Null for an account that does not sell. */
  sellOut: z.nullable(TrendFigure),
  /** The account's own purchases; null for the vendor, who buys from nobody. */
  sellIn: z.nullable(TrendFigure),
  /** The sell-out beside the same month of the year before; null without one. */
  yearBefore: z.nullable(TrendFigure),
  /** Sales and purchases in other currencies; the amounts above do not include them. */
  otherCurrencies: z.array(z.object({ currencyCode: z.string(), sellIn: Amount, sellOut: Amount })),
})

/** Deals that were registered in the month, by their present state, and what may be lost soon. */
export const DealsOfMonth = z.object({
  registered: TrendFigure,
  won: TrendFigure,
  lost: TrendFigure,
  /** Of the won ones. */
  wonAmount: Amount,
  /** Open protected deals whose protection ends within 30 days. */
  atRisk: z.object({ deals: z.int(), total: z.array(InCurrency) }),
})

/** One month of an account and all below it, on one page (rules D18). A part that the reader may not read is null. */
export const MonthReport = z.object({
  /** Such as `2026-10`. */
  month: z.string(),
  accountId: Id,
  accountName: z.string(),
  currencyCode: z.string(),
  /** Of the tenant: its calendar says when a month begins. */
  timeZone: z.string(),
  /** When the figures were taken that tell how things stand: at risk, short. */
  creationDate: Instant,
  /** Sales of the account and all below it, and its own purchases. */
  sales: z.nullable(SalesOfMonth),
  /** The partners who bought most more and most less than in the month before; null for an account that does not sell. */
  partners: z.nullable(z.object({ up: z.array(PartnerOfMonth), down: z.array(PartnerOfMonth) })),
  deals: z.nullable(DealsOfMonth),
  /** Keys that end within 30 days and what renewing them costs their owners. */
  renewals: z.nullable(z.object({ keys: z.int(), total: z.array(InCurrency) })),
  /** Products of the account below their warning threshold, the shortest first. */
  stock: z.nullable(
    z.object({
      count: z.int(),
      items: z.array(
        z.object({ productId: Id, sku: z.string(), productName: z.string(), available: z.int(), threshold: z.int() }),
      ),
    }),
  ),
})
export type MonthReport = z.output<typeof MonthReport>

/** Whether the caller gets the month's report by mail. */
export const MonthMail = z.object({
  /** On the first day of each month, in the caller's language and time zone, for the account in use. */
  isMailed: z.boolean(),
})

const asked = {
  /** By default the last month that is over. */
  month: z.optional(Month),
  /** By default the caller's own account. */
  parentAccountId: z.optional(Id),
}

export const monthReports = {
  read: endpoint({
    method: 'GET',
    path: '/reports/month',
    summary: 'One month of an account and all below it: sales, partners, deals, and what is at risk now',
    permission: 'Reports:r',
    mayLag: true,
    query: z.strictObject(asked),
    answer: MonthReport,
    refusals: ['RQ404'],
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/reports/month/pdf',
    summary: 'The report of a month as a PDF of one page, in the given language or the language of the reader',
    permission: 'Reports:r',
    query: z.strictObject({ ...asked, languageCode: z.optional(z.enum(languageCodes)) }),
    file: true,
    refusals: ['RQ404'],
  }),
  mail: endpoint({
    method: 'GET',
    path: '/reports/month/mail',
    summary: 'Whether the caller gets the report of each month by mail',
    permission: 'session',
    answer: MonthMail,
    onlyPeople: true,
  }),
  changeMail: endpoint({
    method: 'PUT',
    path: '/reports/month/mail',
    summary: 'Get the report of each month by mail, or no more',
    permission: 'session',
    body: z.strictObject({ isMailed: z.boolean() }),
    answer: MonthMail,
    onlyPeople: true,
  }),
}
