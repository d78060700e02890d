import { type AccountCredit, credit } from '@trellis/contract/credit'
import type { CreditStop } from '@trellis/contract/order-approvals'
import type { StatusChange } from '@trellis/contract/orders'
import { hasPermission } from '@trellis/contract/permissions'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { reachedId } from '../accounts/index.ts'
import type { ItemFacts, OrderFacts } from './queries.ts'

/**
 * What buyers `a` may owe and do owe, in the currency `e.currency_id` of their effective price list (rules O24). What is open comes
 * from the counters of orders, which are never behind; what is overdue from the index of unpaid orders.
 */
const owed = (buyers: Sql): Sql => sql`
  select a.account_id, a.credit_limit, a.payment_terms_days, e.currency_id, e.code, is_reached(a.account_id) as is_reached,
         (select coalesce(sum(t.amount), 0) from offered.order_tallies t
          where t.tenant_id = a.tenant_id and t.account_id = a.account_id and t.list = 'b' and t.own and t.status = 'approved'
            and not t.paid and t.currency_id = e.currency_id) as open,
         (select coalesce(sum(o.total), 0) from orders o
          where o.tenant_id = a.tenant_id and o.buyer_id = a.account_id and o.currency_id = e.currency_id
            and o.status = 'approved' and not o.paid
            and o.approved_at < (select clock()) - make_interval(days => a.payment_terms_days)) as overdue
  from offered.accounts a
  cross join lateral (
    select c.currency_id, c.code
    from offered.tenants t
    left join lateral effective_price_list(a.account_id) p on true
    left join offered.price_lists l on l.tenant_id = a.tenant_id and l.price_list_id = p.price_list_id
    join offered.currencies c on c.currency_id = coalesce(l.currency_id, t.currency_id)
    where t.tenant_id = a.tenant_id) e
  where a.tenant_id = (select current_tenant()) and a.account_id in (${buyers})`

interface Owed extends Omit<CreditStop, 'order' | 'mayPass'> {
  accountId: string
  currencyId: number
  isReached: boolean
}

/** What the buyers with a limit or terms owe. */
export const listOwed = (tx: Reader, buyerIds: string[]) =>
  tx.rows<Owed>(sql`
    with owed as (${owed(sql`select unnest(${buyerIds}::uuid[])`)})
    select account_id as "accountId", credit_limit::float8 as limit, open::float8, overdue::float8, code as "currencyCode",
           currency_id as "currencyId", is_reached as "isReached"
    from owed where num_nonnulls(credit_limit, payment_terms_days) > 0`)

/** What stops an approval of this amount; null where nothing does. A limit says nothing of orders in another currency. */
export function stopOf(
  { accountId, limit, open, overdue, currencyCode, currencyId, isReached }: Owed,
  order: { amount: number; currencyId: number },
  actor: Pick<Actor, 'accountId' | 'permissions'>,
): CreditStop | null {
  if (order.currencyId !== currencyId) return null
  if (overdue <= 0 && (limit === null || inTenThousandths(open + order.amount) <= inTenThousandths(limit))) return null
  const mayPass = isReached && accountId !== actor.accountId && hasPermission(actor.permissions, 'Accounts', 'u')
  return { limit, open, order: order.amount, overdue, currencyCode, mayPass }
}

/** Sums of two amounts are compared without the fractions that adding them may leave. */
const inTenThousandths = (amount: number): number => Math.round(amount * 10_000)

/** What was passed, and why. */
export interface Passed {
  reason: string
  creditPassed: {
    creditLimit: number | null
    openAmount: number
    orderTotal: number
    overdueAmount: number
    currencyCode: string
  }
}

/**
 * Refuses OC530 when the approval of these lines would take the buyer over its limit, or when something that it owes is overdue,
 * unless who may set the limit passes it with a reason (rules O25). Approvals for one buyer with a limit wait for one another, so
 * that two cannot both slip under it.
 */
export async function checkCredit(
  tx: Tx,
  actor: Actor,
  order: OrderFacts,
  lines: ItemFacts[],
  pass: StatusChange['passCredit'],
): Promise<Passed | null> {
  const { buyerId, vendorId, currencyId, hasCredit } = order
  if (!hasCredit || buyerId === vendorId) return null
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended('credit:' || current_tenant()::text || ${buyerId}::text, 0))`,
  )
  const [buyers, amount] = await Promise.all([listOwed(tx, [buyerId]), amountOf(tx, currencyId, lines)])
  const [buyer] = buyers
  const stop = buyer ? stopOf(buyer, { amount, currencyId }, actor) : null
  if (stop === null) return null
  if (!pass || !stop.mayPass) throw new Refusal('OC530', stop)
  const { limit: creditLimit, open: openAmount, order: orderTotal, overdue: overdueAmount, currencyCode } = stop
  return { reason: pass.reason, creditPassed: { creditLimit, openAmount, orderTotal, overdueAmount, currencyCode } }
}

/** The sum of lines, each rounded as the lines of an order are. */
const amountOf = async (tx: Reader, currencyId: number, lines: ItemFacts[]): Promise<number> =>
  found(
    await tx.row<{ amount: number }>(sql`
      select coalesce(sum(line_amount(l.quantity, l.price, c.minor_units)), 0)::float8 as amount
      from jsonb_to_recordset(${json(lines)}) as l (quantity int, price numeric), offered.currencies c
      where c.currency_id = ${currencyId}`),
  ).amount

export const creditRoutes = routes('credit', credit, {
  async ofAccount({ tx, actor, params }) {
    const accountId = await reachedId(tx, actor, params.id)
    return found(
      await tx.json<AccountCredit>(sql`
        select json_build_object(
          'accountId', account_id, 'creditLimit', credit_limit, 'paymentTermsDays', payment_terms_days,
          'currencyId', currency_id, 'currencyCode', code, 'open', open, 'overdue', overdue)::text
        from (${owed(sql`${accountId}::uuid`)}) o`),
    )
  },
})
