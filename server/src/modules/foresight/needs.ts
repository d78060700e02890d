import { foresightDays, maximumForeseen, shortageLeadDays } from '@trellis/contract/foresight'
import { hasPermission } from '@trellis/contract/permissions'
import type { TodayItem } from '@trellis/contract/today'
import { json, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { lookAhead } from './list-foresight.ts'

/**
 * What the actor's own account runs short of in the next weeks, as one record, named after the product that does so first; null for
 * who orders nothing. A product below its threshold is not in it: it has a line of its own already (rules Y7).
 */
export async function shortageNeeding(tx: Reader, actor: Actor) {
  const { accountId, permissions, timeZone } = actor
  if (!hasPermission(permissions, 'Stocks', 'r') || !hasPermission(permissions, 'Orders', 'c')) return null
  const ahead = await lookAhead(tx, actor, { accountId, days: foresightDays.usual })
  const short = ahead.filter(({ day, isScarce }) => day !== null && day <= shortageLeadDays && !isScarce)
  const [first] = short
  if (first === undefined || first.date === null) return null
  const { product, available, date, until, missing } = first
  const shown: Partial<TodayItem> = {
    code: product.sku,
    name: product.productName,
    available,
    shortage: {
      ...{ productId: product.productId, date, until, missing, products: short.length },
      items: short.slice(0, maximumForeseen).map((one) => ({ productId: one.product.productId, missing: one.missing })),
    },
  }
  return {
    kinds: ['shortage'],
    waiting: sql`
      select 'shortage' as kind, ${accountId}::uuid as record_id, null::timestamptz as since,
             (${date}::date)::timestamp at time zone ${timeZone} as due, null::numeric as amount, null::int as currency_id`,
    shown: sql`
      select (${json(shown)} || jsonb_build_object(
        'account', jsonb_build_object('accountId', a.account_id, 'accountCode', a.code, 'accountName', a.name)))::json
      from offered.accounts a where a.tenant_id = (select current_tenant()) and a.account_id = w.record_id`,
  } as const
}
