import type { PossibleDuplicate } from '@trellis/contract/deal-answers'
import type { MatchReason } from '@trellis/contract/deal-states'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { exactInstant } from '../../platform/import/present.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isReached } from '../accounts/index.ts'
import { type MatchedProspect, sameCompany } from './matching/matching.ts'
import { type DealFacts, dealJson, joined, presented, type RawDeal } from './queries.ts'
import { refusalInfo, whyNot } from './rules.ts'

const tenant = sql`(select current_tenant())`

/** The most deals with a key in common that are compared. */
const mostCompared = 1000
const mostShown = 50

interface Rival {
  dealId: string
  isInReach: boolean
  isProtected: boolean
  /** Its protection waits for a decision. */
  isWaiting: boolean
  /** It was registered for this opportunity before the deal. */
  isEarlier: boolean
  reasons: MatchReason[]
}

/** Who stands in the way of a protection: a rival that is protected, or one that was earlier and waits. */
export type RivalKind = 'protected' | 'earlier'

const companyJson = (row: Sql): Sql => sql`json_build_object('name', ${row}.name, 'vatId', ${row}.vat_id,
  'countryCode', ${row}.country_code, 'email', ${row}.email, 'webSite', ${row}.web_site)`

/** Two instants as texts that sort like them. */
const both = (mine: Sql, theirs: Sql): Sql => sql`jsonb_build_array(${exactInstant(mine)}, ${exactInstant(theirs)})`

/** The instant of a registration, and its id where two are the same: ids rise with time. */
const registered = (row: Sql): Sql => sql`(${exactInstant(sql`${row}.created_at`)} || ' ' || ${row}.deal_id)`

type Candidate = Omit<Rival, 'reasons' | 'isEarlier'> & { one: MatchedProspect; other: MatchedProspect; times: Times }

/** SQL: the protection of the row `d` waits for a decision. */
const isWaiting = sql`(d.protection_status = 'Pending' and d.status not in ('Won', 'Lost'))`

/** Since when each of two deals has what they have in common: instants by the kind of mark, and of their products. */
interface Times {
  v?: [mine: string, theirs: string]
  d?: [mine: string, theirs: string]
  n: [mine: string, theirs: string]
  products: [mine: string, theirs: string]
  created: [mine: string, theirs: string]
}

const kindOf = { vatId: 'v', domain: 'd', name: 'n' } as const satisfies Record<MatchReason, keyof Times>

/** Since when a deal is for this opportunity: by the earliest of the reasons, and with a product in common. */
function sinceOf(side: 0 | 1, times: Times, reasons: MatchReason[]): string {
  const marks = reasons.flatMap((reason) => times[kindOf[reason]]?.[side] ?? [])
  const mark = marks.toSorted()[0] ?? times.created[side]
  return mark > times.products[side] ? mark : times.products[side]
}

/**
 * Whether the other deal was for this opportunity first: usually the one that was registered first, unless one was
 * corrected since.
 */
function isFirst(times: Times, reasons: MatchReason[]): boolean {
  const [mine, theirs] = [sinceOf(0, times, reasons), sinceOf(1, times, reasons)]
  return mine === theirs ? times.created[1] < times.created[0] : theirs < mine
}

/**
 * Living deals of other vendors, not refused, for the same company and with a product in common (rules J8). Candidates come
 * from the stored keys.
 */
export async function listRivals(tx: Reader, dealId: string): Promise<Rival[]> {
  const rows = await tx.rows<Candidate>(sql`
    with common as materialized (
      select g.deal_id, jsonb_object_agg(g.kind, ${both(sql`g.mine`, sql`g.theirs`)}) as times
      from (
        select o.deal_id, left(k.key, 1) as kind, min(k.since) as mine, min(o.since) as theirs
        from deal_match_keys k
        join deal_match_keys o on o.tenant_id = k.tenant_id and o.key = k.key and o.deal_id <> k.deal_id
        where k.tenant_id = ${tenant} and k.deal_id = ${dealId}
        group by 1, 2
      ) g
      group by g.deal_id
    )
    select d.deal_id as "dealId", ${isReached(sql`d.vendor_id`)} as "isInReach",
           d.protection_status = 'Approved' as "isProtected",
           ${isWaiting} as "isWaiting", c.times || jsonb_build_object(
             'n', ${both(sql`mine.name_since`, sql`p.name_since`)},
             'products', ${both(sql`s.mine`, sql`s.theirs`)},
             'created', jsonb_build_array(${registered(sql`me`)}, ${registered(sql`d`)})) as times,
           ${companyJson(sql`mine`)} as one, ${companyJson(sql`p`)} as other
    from deals me
    join deal_prospects mine on mine.tenant_id = me.tenant_id and mine.deal_id = me.deal_id
    cross join common c
    join deals d on d.tenant_id = me.tenant_id and d.deal_id = c.deal_id
    join deal_prospects p on p.tenant_id = d.tenant_id and p.deal_id = d.deal_id
    cross join lateral (
      select min(i.since) as theirs, min(j.since) as mine
      from deal_items i
      join deal_items j on j.tenant_id = i.tenant_id and j.product_id = i.product_id and j.deal_id = me.deal_id
      where i.tenant_id = d.tenant_id and i.deal_id = d.deal_id
    ) s
    where me.tenant_id = ${tenant} and me.deal_id = ${dealId} and d.vendor_id <> me.vendor_id and s.mine is not null
      and d.protection_status <> 'Refused'
      and deal_is_living(d.status, d.expires_at)
    order by d.protection_status = 'Approved' desc, d.created_at, d.deal_id
    limit ${sql.lit(mostCompared)}`)
  return rows.flatMap(({ one, other, times, ...rival }) => {
    const reasons = sameCompany(one, other)
    return reasons.length > 0 ? [{ ...rival, reasons, isEarlier: isFirst(times, reasons) }] : []
  })
}

/** The possible duplicates of a deal for its managers, those that are protected first, then by registration. */
export async function listDuplicates(tx: Reader, actor: Actor, deal: DealFacts) {
  const code = whyNot('compare', deal, actor)
  refuse(code, refusalInfo(code, 'compare', deal))
  const rivals = await listRivals(tx, deal.dealId)
  const shown = rivals.filter(({ isInReach }) => isInReach).slice(0, mostShown)
  const rows = await tx.rows<{ deal: RawDeal; products: PossibleDuplicate['products'] }>(sql`
    select ${dealJson(actor)} as deal, (
      select json_agg(json_build_object('productId', s.product_id, 'sku', s.sku, 'productName', s.name) order by s.sku)
      from (
        select distinct r.product_id, r.sku, r.name
        from deal_items i
        join deal_items j on j.tenant_id = i.tenant_id and j.product_id = i.product_id and j.deal_id = ${deal.dealId}
        join offered.product_publications f on f.tenant_id = i.tenant_id and f.product_id = i.product_id
        join offered.products r on r.tenant_id = f.owner_tenant_id and r.product_id = f.product_id
        where i.tenant_id = d.tenant_id and i.deal_id = d.deal_id) s) as products
    from ${joined}
    where d.tenant_id = ${tenant} and d.deal_id = any(${shown.map(({ dealId }) => dealId)}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.deal.dealId, row]))
  const items = shown.flatMap(({ dealId, reasons }) => {
    const row = byId.get(dealId)
    return row === undefined ? [] : [{ deal: presented(actor, row.deal), reasons, products: row.products }]
  })
  return { items, outOfReach: rivals.filter(({ isInReach }) => !isInReach).length }
}

/**
 * A deal of another vendor for the same opportunity that is protected, or else one that was registered earlier and waits.
 * Takes a lock that is held until the transaction ends: who approves next reads what this transaction approved. One lock
 * for the tenant, because two deals can match a third one by different keys.
 */
export async function lockRivalInTheWay(tx: Tx, dealId: string): Promise<(Rival & { kind: RivalKind }) | undefined> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('deal-protection:' || current_tenant()::text, 0))`)
  const rivals = await listRivals(tx, dealId)
  const found =
    rivals.find(({ isProtected }) => isProtected) ?? rivals.find(({ isWaiting, isEarlier }) => isWaiting && isEarlier)
  return found && { ...found, kind: found.isProtected ? 'protected' : 'earlier' }
}
