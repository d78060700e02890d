import type { Deal, DealHistoryEntry } from '@trellis/contract/deal-answers'
import { maximumManagerLevel } from '@trellis/contract/deal-states'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { modifiedAt } from '../audit/index.ts'
import { countryNamesText, externalIdsOf } from '../tenants/index.ts'
import { blockedOf, type Situation } from './rules.ts'
import { reviewDays } from './settings.ts'

const tenant = sql`(select current_tenant())`

/** Deals `d` with prospect `p`, vendor `v`, currency `c` and creator `u`. */
export const joined = sql`deals d
  join deal_prospects p on p.tenant_id = d.tenant_id and p.deal_id = d.deal_id
  join offered.accounts v on v.tenant_id = d.tenant_id and v.account_id = d.vendor_id
  join offered.currencies c on c.currency_id = d.currency_id
  left join offered.users u on u.tenant_id = d.tenant_id and u.user_id = d.created_by`

export const isInReach = sql`d.vendor_id in (select account_id from reachable_accounts())`

const isExpired = sql`deal_is_expired(d.status, d.expires_at)`

/** SQL: the protection of the row `d` can be of use, and ends within so many days (rules J16). */
export const isEnding = (days: number): Sql => sql`(not d.is_expiry_noted and d.status not in ('Won', 'Lost')
  and d.expires_at > (select clock()) and d.expires_at <= (select clock() + ${sql.lit(days)} * interval '1 day')
  and d.protection_status not in ('Refused', 'Duplicated'))`

/** The decisions that wait on the row `d`, as rows `w (kind, since)`. */
export const decisions = sql`deal_decisions(d.status, d.expires_at, d.protection_status, d.protection_since, d.ebid_status,
  d.ebid_value, d.ebid_since, d.extension_asked_at) w`

/** SQL: the actor's account is above the vendor of the row `d`, or both are the root. */
export const isAbove = (actor: Actor): Sql => sql`exists (
  select from accounts_at_or_above(d.vendor_id) t
  where t.account_id = ${actor.accountId} and (t.depth > 0 or ${actor.accountId === actor.rootAccountId}))`

/** SQL: what the row `d` counts for: the approved amount, else the total of the items. */
export const amount = sql`deal_amount(d.ebid_approved_value, d.total)`

/** SQL: `eBidApprovedValue` on the wire: the approved amount, else the one asked for, else the total of the items. */
const resolved = (row: Sql, total: Sql): Sql =>
  sql`coalesce(${row}.ebid_approved_value, nullif(${row}.ebid_value, 0), ${total})`

/** The orders of the row `d` that are neither canceled nor revoked. */
const ordersOf = sql`from offered.orders o
  where o.tenant_id = d.tenant_id and o.deal_id = d.deal_id and o.status in ('pending', 'approved')`

/** What `whyNot` needs of the row `d`. */
export const situation = (actor: Actor): Sql => sql`json_build_object(
  'isVendor', d.vendor_id = ${actor.accountId},
  'isAbove', ${isAbove(actor)},
  'isCreator', coalesce(d.created_by = ${actor.userId} and d.created_as_account_id = ${actor.accountId}, false),
  'isExpired', ${isExpired},
  'status', d.status,
  'protectionStatus', d.protection_status,
  'eBidStatus', d.ebid_status,
  'eBidValue', d.ebid_value,
  'isExtensionAsked', d.extension_asked_at is not null,
  'orders', (select count(*) ${ordersOf}),
  'isPurchased', exists (select ${ordersOf} and o.origin = 'sell-in'))`

/** The wire's Prospect as JSON, from a row `p`. */
export const prospectJson = ({ languageCode }: Pick<Actor, 'languageCode'>): Sql => sql`json_build_object(
  'customerInformationId', p.prospect_id, 'addressId', p.prospect_id, 'name', p.name, 'legalName', p.legal_name,
  'vatId', p.vat_id, 'firstName', p.first_name, 'lastName', p.last_name, 'email', p.email, 'phoneNumber', p.phone_number,
  'webSite', p.web_site, 'street', p.street, 'city', p.city, 'locality', p.locality, 'region', p.region,
  'postalCode', p.postal_code,
  'country', coalesce((select ${countryNamesText(languageCode)}::jsonb) ->> p.country_code, p.country_code),
  'countryCode', p.country_code, 'coordinates', p.coordinates, 'creationDate', iso(p.created_at))`

const managerJson = sql`(
  select json_build_object('accountId', a.account_id, 'accountCode', a.code, 'accountName', a.name)
  from deal_managers(d.vendor_id, ${sql.lit(maximumManagerLevel)}) m
  join offered.accounts a on a.tenant_id = d.tenant_id and a.account_id = m.account_id
  order by m.depth limit 1)`

/** A decision `w` that waits on the row `d`. */
export const decisionFields = sql`
  'kind', w.kind,
  'since', iso(w.since),
  'due', iso(w.since + make_interval(days => ${reviewDays})),
  'reason', case w.kind when 'extension' then d.extension_reason when 'ebid' then d.ebid_reason end`

const fields = (actor: Actor): Sql => sql`
  'dealId', d.deal_id,
  'code', d.code,
  'externalIds', ${externalIdsOf(sql`d.deal_id`)},
  'description', d.description,
  'vendor', json_build_object('accountId', v.account_id, 'accountCode', v.code, 'accountName', v.name),
  'prospect', ${prospectJson(actor)},
  'startDate', iso(d.starts_at),
  'estimatedCloseDate', iso(d.estimated_close_at),
  'creationDate', iso(d.created_at),
  'modifiedDate', iso(${modifiedAt(sql`d.deal_id`, sql`d.created_at`)}),
  'expirationDate', iso(d.expires_at),
  'isExpired', ${isExpired},
  'chanceOfClosure', d.chance,
  'status', d.status,
  'protectionStatus', d.protection_status,
  'eBidValue', d.ebid_value,
  'eBidApprovedValue', ${resolved(sql`d`, sql`d.total`)},
  'eBidStatus', d.ebid_status,
  'itemsTotal', d.total,
  'currencyId', d.currency_id,
  'currencyCode', c.code,
  'creator', case when u.user_id is not null
    then json_build_object('userId', u.user_id, 'firstName', u.first_name, 'lastName', u.last_name) end,
  'decidedBy', ${managerJson},
  'waiting', (
    select coalesce(json_agg(json_build_object(${decisionFields}) order by w.since, w.kind desc), '[]') from ${decisions}),
  'blocked', ${situation(actor)}`

/** The wire's Deal without what lists leave out. `blocked` is still the situation: pass it through `presented`. */
export const dealJson = (actor: Actor): Sql => sql`json_build_object(${fields(actor)})`

/** A deal as the statements of this file give it. */
export type RawDeal = Omit<Deal, 'blocked'> & { blocked: Situation }

type Party = Deal['vendor']

/** What is known of a deal beyond its own fields when its standing is told. */
export interface Told {
  now: string
  protectionBy: Party | null
  bidBy: Party | null
  /** The purchase that is not approved yet. */
  purchase: { orderId: string; orderCode: string; seller: Party; buyerId: string } | null
}

const partyJson = sql`json_build_object('accountId', a.account_id, 'accountCode', a.code, 'accountName', a.name)`

/** The account of who wrote the last entry of this kind in the history of the row `d`. */
const authorOf = (event: string): Sql => sql`(
  select ${partyJson}
  from deal_history h
  join offered.users w on w.tenant_id = h.tenant_id and w.user_id = h.created_by
  join offered.accounts a on a.tenant_id = w.tenant_id and a.account_id = w.account_id
  where h.tenant_id = d.tenant_id and h.deal_id = d.deal_id and h.event = ${event}
  order by h.created_at desc, h.history_id desc limit 1)`

const told = sql`json_build_object(
  'now', iso(clock()),
  'protectionBy', ${authorOf('protection')},
  'bidBy', ${authorOf('ebid_decided')},
  'purchase', (
    select json_build_object('orderId', o.order_id, 'orderCode', o.code, 'buyerId', o.buyer_id, 'seller', ${partyJson})
    from offered.orders o
    join offered.accounts a on a.tenant_id = o.tenant_id and a.account_id = o.vendor_id
    where o.tenant_id = d.tenant_id and o.deal_id = d.deal_id and o.status = 'pending' and o.origin = 'sell-in'))`

export const presented = (actor: Actor, deal: RawDeal): Deal => ({ ...deal, blocked: blockedOf(deal.blocked, actor) })

/** One deal in reach with all its details but its standing, and what that is told from. */
export const readDeal = (tx: Reader, actor: Actor, dealId: string) =>
  tx.row<{ deal: RawDeal; told: Told; minorUnits: number }>(sql`
    select ${told} as told, c.minor_units as "minorUnits", json_build_object(${fields(actor)},
      'items', (
        select coalesce(json_agg(json_build_object(
          'dealItemId', i.deal_item_id, 'dealId', i.deal_id, 'productId', i.product_id, 'sku', r.sku, 'productName', r.name,
          'description', r.description, 'qt', i.qt, 'price', i.price, 'priceCurrencyId', d.currency_id,
          'priceMSRP', i.price_msrp, 'priceMSRPCurrencyId', i.price_msrp_currency_id, 'priceMSRPCurrencyCode', m.code,
          'priceListId', i.price_list_id, 'priceListName', i.price_list_name) order by i.line), '[]')
        from deal_items i
        join offered.product_publications f on f.tenant_id = i.tenant_id and f.product_id = i.product_id
        join offered.products r on r.tenant_id = f.owner_tenant_id and r.product_id = f.product_id
        join offered.currencies m on m.currency_id = i.price_msrp_currency_id
        where i.tenant_id = d.tenant_id and i.deal_id = d.deal_id),
      'ebid', (
        select coalesce(json_agg(json_build_object(
          'value', e.value, 'priceCurrencyId', d.currency_id, 'eBidStatus', e.status,
          'eBidApprovedValue', coalesce(e.approved_value, nullif(e.value, 0), d.total),
          'creationDate', iso(e.created_at)) order by e.created_at desc, e.ebid_id desc), '[]')
        from deal_ebids e where e.tenant_id = d.tenant_id and e.deal_id = d.deal_id),
      'orders', (
        select coalesce(json_agg(json_build_object(
          'kind', case o.origin when 'sell-in' then 'purchase' else 'sale' end, 'orderId', o.order_id,
          'orderCode', o.code, 'status', o.status) order by o.created_at), '[]') ${ordersOf})) as deal
    from ${joined}
    where d.tenant_id = ${tenant} and d.deal_id = ${dealId} and ${isInReach}`)

/** A deal's history, newest first. Reasons for managers alone are left out for the others (rules J9). */
export const listHistory = (tx: Reader, dealId: string, isManager: boolean) =>
  tx.json<{ items: DealHistoryEntry[] }>(sql`
    select json_build_object('items', coalesce(json_agg(json_build_object(
      'dealHistoryId', h.history_id,
      'dealId', h.deal_id,
      'creationDate', iso(h.created_at),
      'source', h.source,
      'event', h.event,
      'createdBy', (select w.first_name || ' ' || w.last_name from offered.users w
                    where w.tenant_id = h.tenant_id and w.user_id = h.created_by),
      'reason', case when not h.is_reason_internal or ${isManager} then h.reason end,
      'dealChanceOFClosure', h.chance,
      'dealDescription', h.description,
      'dealEstimatedCloseDate', iso(h.estimated_close_at),
      'dealProtectionStatus', h.protection_status,
      'dealStatus', h.status,
      'eBidValue', h.ebid_value,
      'eBidStatus', h.ebid_status,
      'eBidApprovedValue', ${resolved(sql`h`, sql`d.total`)})
      order by h.created_at desc, h.history_id desc), '[]'))::text
    from deal_history h
    join deals d on d.tenant_id = h.tenant_id and d.deal_id = h.deal_id
    where h.tenant_id = ${tenant} and h.deal_id = ${dealId} and ${isInReach}`)

/** What decides whether and how a deal may change. */
export interface DealFacts extends Situation {
  dealId: string
  code: string
  vendorId: string
  description: string | null
  chance: number
  estimatedCloseDate: string | null
  expirationDate: string
  isLiving: boolean
  total: number
  /** Decimals of the deal's currency. */
  minorUnits: number
  currencyId: number
  eBidApprovedValue: number | null
}

const facts = (actor: Actor): Sql => sql`(${situation(actor)})::jsonb || jsonb_build_object(
  'dealId', d.deal_id, 'code', d.code, 'vendorId', d.vendor_id, 'description', d.description, 'chance', d.chance,
  'estimatedCloseDate', iso(d.estimated_close_at), 'expirationDate', iso(d.expires_at),
  'isLiving', deal_is_living(d.status, d.expires_at), 'total', d.total, 'currencyId', d.currency_id,
  'minorUnits', (select c.minor_units from offered.currencies c where c.currency_id = d.currency_id),
  'eBidApprovedValue', d.ebid_approved_value)`

export const findDeal = async (tx: Reader, actor: Actor, dealId: string): Promise<DealFacts | undefined> =>
  (
    await tx.row<{ facts: DealFacts }>(sql`
      select ${facts(actor)} as facts from deals d
      where d.tenant_id = ${tenant} and d.deal_id = ${dealId} and ${isInReach}`)
  )?.facts

/** A deal in reach, locked until the transaction ends. */
export const lockDeal = async (tx: Tx, actor: Actor, dealId: string): Promise<DealFacts | undefined> =>
  (
    await tx.row<{ facts: DealFacts }>(sql`
      select ${facts(actor)} as facts from deals d
      where d.tenant_id = ${tenant} and d.deal_id = ${dealId} and ${isInReach}
      for no key update of d`)
  )?.facts
