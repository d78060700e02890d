import type { DashboardQuery, OrderStatistics } from '@trellis/contract/dashboard'
import { atRiskDays, type MonthReport, partnersInReport, productsInReport } from '@trellis/contract/month-reports'
import { hasPermission, type Module } from '@trellis/contract/permissions'
import { sql } from '../../../platform/database/sql.ts'
import type { JsonText, Reader } from '../../../platform/database/tx.ts'
import { found, invalid } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { reachedAccount } from '../../accounts/index.ts'
import { dealStatistics, orderStatistics, partnerChanges } from '../../dashboard/index.ts'
import { dealsAtRisk } from '../../deals/index.ts'
import { renewalFigures } from '../../licenses/index.ts'
import { scarcest } from '../../stock/index.ts'
import { zoneOfTenant } from '../../tenants/index.ts'

interface Asked {
  month?: string | undefined
  parentAccountId?: string | undefined
}

/** The first day of the month that is so many months away: 2026-10-01. */
export function firstDay(month: string, away = 0): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + away, 1)).toISOString().slice(0, 10)
}

const monthOf = (day: string) => day.slice(0, 7)

const parsed = <A>(answer: JsonText<A> | undefined): A => JSON.parse(found(answer).text) as A

/** What was sold and bought in each currency but that of the report; those in which there is nothing are left out. */
function otherCurrencies(
  sold: OrderStatistics,
  bought: OrderStatistics,
  { sells, buys }: { sells: boolean; buys: boolean },
) {
  const codes = [...sold.otherCurrencies, ...bought.otherCurrencies].map(({ currencyCode }) => currencyCode)
  const of = (statistics: OrderStatistics, code: string) =>
    statistics.otherCurrencies.find(({ currencyCode }) => currencyCode === code)
  return [...new Set(codes)]
    .sort()
    .map((currencyCode) => ({
      currencyCode,
      sellOut: (sells && of(sold, currencyCode)?.sellOut) || 0,
      sellIn: (buys && of(bought, currencyCode)?.sellIn) || 0,
    }))
    .filter(({ sellIn, sellOut }) => sellIn !== 0 || sellOut !== 0)
}

/** Of a reader who sees neither orders nor deals. */
const currencyOfTenant = async (tx: Reader) =>
  found(
    await tx.row<{ currencyCode: string }>(sql`
      select c.code as "currencyCode" from offered.tenants t join offered.currencies c using (currency_id)
      where t.tenant_id = (select current_tenant())`),
  )

/** A whole month as the calls of the dashboard take it. */
function days(month: string): { from: string; to: string } {
  const last = new Date(Date.parse(firstDay(month, 1)) - 86_400_000).toISOString().slice(0, 10)
  return { from: firstDay(month).replaceAll('-', '/'), to: last.replaceAll('-', '/') }
}

function periods(current: string, previous: string): DashboardQuery {
  const [now, before] = [days(current), days(previous)]
  return { currentFrom: now.from, currentTo: now.to, previousFrom: before.from, previousTo: before.to }
}

/**
 * The report of a month for an account and all below it, by the tenant's calendar (rules D18). Its figures are those of the dashboard,
 * the renewals and the stock: they are asked from the same functions. A part whose module the reader may not read is null. Refuses
 * RQ404 for an account out of reach, RQ422 for a month that has not begun.
 */
export async function readMonth(tx: Reader, actor: Actor, asked: Asked): Promise<MonthReport> {
  const account = await reachedAccount(tx, actor, asked.parentAccountId)
  const timeZone = await zoneOfTenant(tx)
  const now = found(
    await tx.row<{ month: string; at: string; isBelow: boolean }>(sql`
      select to_char(clock() at time zone ${timeZone}::text, 'YYYY-MM') as month, iso(clock()) as at,
             exists (
               select from offered.account_tree t
               where t.tenant_id = (select current_tenant()) and t.ancestor_id = ${actor.accountId}
                 and t.descendant_id = ${account.accountId}) as "isBelow"`),
  )
  const month = asked.month ?? monthOf(firstDay(now.month, -1))
  if (month > now.month) throw invalid(['month'], 'out_of_range', 'The month has not begun')
  const { accountId, name: accountName } = account
  const scope = { accountId, includeChildren: true, isRoot: accountId === actor.rootAccountId }
  // The reach of the call is that of Reports: each part is read as its own module allows.
  const may = (module: Module) => hasPermission(actor.permissions, module, now.isBelow ? 'r' : 'ra')
  const [previous, yearBefore] = [-1, -12].map((away) => monthOf(firstDay(month, away))) as [string, string]
  const whole = periods(month, previous)

  // As for the menu's entry of sales (rules V1).
  const sells = account.level <= 40
  const traded = async () => {
    if (!may('Orders')) return null
    const orders = parsed(await orderStatistics(tx, scope, whole, timeZone))
    const own = parsed(await orderStatistics(tx, { ...scope, includeChildren: false }, whole, timeZone))
    const before = parsed(await orderStatistics(tx, scope, periods(month, yearBefore), timeZone))
    const three = { previousFrom: firstDay(previous), from: firstDay(month), until: firstDay(month, 1) }
    const partners = sells ? parsed(await partnerChanges(tx, scope, three, timeZone, partnersInReport)) : null
    return { orders, own, before, partners }
  }
  const registered = async () => {
    if (!may('Deals')) return null
    const deals = parsed(await dealStatistics(tx, { ...actor, timeZone }, scope, whole))
    return { deals, atRisk: parsed(await dealsAtRisk(tx, accountId, atRiskDays)) }
  }
  const ending = async () =>
    may('Licenses')
      ? parsed(
          await renewalFigures(
            tx,
            actor,
            { accountId, includeChildren: true },
            { window: `${atRiskDays}`, limit: 1, page: 1 },
          ),
        )
      : null
  const sales = await traded()
  const deals = await registered()
  const renewals = await ending()
  const stock = may('Stocks') ? parsed(await scarcest(tx, accountId, productsInReport)) : null
  const { currencyCode } = sales?.orders ?? deals?.deals ?? (await currencyOfTenant(tx))
  return {
    ...{ month, accountId, accountName, currencyCode, timeZone, creationDate: now.at },
    sales: sales && {
      sellOut: sells ? sales.orders.totalSellOutPrice : null,
      sellIn: scope.isRoot ? null : sales.own.totalSellInPrice,
      yearBefore: sells ? sales.before.totalSellOutPrice : null,
      otherCurrencies: otherCurrencies(sales.orders, sales.own, { sells, buys: !scope.isRoot }),
    },
    partners: sales?.partners ?? null,
    deals: deals && {
      registered: deals.deals.totalDealsRegistration,
      won: deals.deals.totalWon,
      lost: deals.deals.totalLost,
      wonAmount: deals.deals.byStatus.find(({ status }) => status === 'Won')?.amount ?? 0,
      atRisk: deals.atRisk,
    },
    renewals: renewals && { keys: renewals.keys, total: renewals.total },
    stock,
  }
}
