import { type DecisionKind, maximumManagerLevel } from '@trellis/contract/deal-states'
import type { DealNewsEvent } from '@trellis/contract/news'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { tell } from '../news/index.ts'
import { listRolesGiving } from '../people/index.ts'
import { tenantZone } from '../tenants/index.ts'
import { decisions, joined } from './queries.ts'
import { reviewDays } from './settings.ts'

interface Told {
  event: DealNewsEvent
  /** The day that the sentence names, as SQL over the rows of `joined`. */
  date: Sql
  /** The account that is told, as SQL. */
  account: Sql
}

/** SQL: the nearest account that decides on the row `d`. */
export const managers = sql`(
  select m.account_id from deal_managers(d.vendor_id, ${sql.lit(maximumManagerLevel)}) m order by m.depth limit 1)`

/** SQL: the end of the promise for what waits on the row `d`; the earliest one without a kind. */
const promised = (kind?: DecisionKind): Sql => sql`(
  select min(w.since) + make_interval(days => ${reviewDays}) from ${decisions}
  where ${kind === undefined ? sql`true` : sql`w.kind = ${kind}`})`

/** The deals as news. `u` is the creator, so the author is looked up separately. */
const rows = (dealIds: string[], { event, date, account }: Told): Sql => sql`
  select d.deal_id as record_id, ${account} as account_id,
         jsonb_build_object(
           'event', ${event}::text, 'code', d.code, 'company', p.name, 'vendorName', v.name,
           'by', (select w.first_name || ' ' || w.last_name from offered.users w
                  where w.tenant_id = d.tenant_id and w.user_id = current_user_id()),
           'amount', coalesce(d.ebid_approved_value, d.ebid_value)::text, 'total', d.total::text, 'currencyCode', c.code,
           'date', to_char(${date} at time zone ${tenantZone}, 'YYYY-MM-DD')) as words
  from ${joined}
  where d.tenant_id = (select current_tenant()) and d.deal_id = any(${dealIds}::uuid[]) and ${account} is not null`

/** Tells the users of the account that decides next what waits for them (rules J16). */
export const askManagers = (tx: Tx, dealId: string, kind: DecisionKind) => {
  const event = kind === 'protection' ? 'registered' : `${kind}_asked`
  const news = rows([dealId], { event: event as DealNewsEvent, date: promised(kind), account: managers })
  return tell(tx, kind === 'protection' ? 'deal_registered' : 'deal_asked', news)
}

/** Tells the users of the deal's vendor what was decided. */
export const tellOfDecision = (tx: Tx, dealId: string, event: DealNewsEvent) =>
  tell(tx, 'deal_decided', rows([dealId], { event, date: sql`d.expires_at`, account: sql`d.vendor_id` }))

export const tellOfExpiry = (tx: Tx, dealIds: string[]) =>
  tell(tx, 'deal_expiring', rows(dealIds, { event: 'expiring', date: sql`d.expires_at`, account: sql`d.vendor_id` }))

/** Tells each person for whom an asked price waits, as their queue shows it, that the promise of hours is about to break (rules G42). */
export async function tellOfBids(tx: Tx, dealIds: string[]): Promise<void> {
  const roles = await listRolesGiving(tx, 'Deals', 'u')
  const promise = sql`(d.ebid_since + make_interval(hours => promise_hours('ebid', ${managers})))`
  const most = sql.lit(maximumManagerLevel)
  const accounts = sql`
    select n.record_id, m.account_id, n.words, n.account_id as decider
    from (${rows(dealIds, { event: 'delayed', date: promise, account: managers })}) n
    join deals d on d.tenant_id = (select current_tenant()) and d.deal_id = n.record_id
    cross join lateral deal_managers(d.vendor_id, ${most}) m
    where m.account_id = n.account_id or any_approval_rules()`
  return tell(tx, 'deal_delayed', accounts, {
    people: sql`ebid_waits_for(c.record_id, c.decider, ${most}, u.user_id, u.account_id) and exists (
      select from offered.user_roles h where h.tenant_id = u.tenant_id and h.user_id = u.user_id and h.role_id = any(${roles}::int[]))`,
    addresses: sql`c.account_id = c.decider`,
  })
}

export const tellOfDelay = (tx: Tx, dealIds: string[]) =>
  tell(tx, 'deal_delayed', rows(dealIds, { event: 'delayed', date: promised(), account: managers }))
