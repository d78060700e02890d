import type { PossibleDuplicate } from '@trellis/contract/deal-answers'
import type { MatchReason } from '@trellis/contract/deal-states'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isReached } from '../accounts/index.ts'
import { type MatchedProspect, sameCompany } from './matching/matching.ts'
import { type DealFacts, dealJson, joined, presented, type RawDeal } from './queries.ts'
import { whyNot } from './rules.ts'

const tenant = sql`(select current_tenant())`

/** The most deals with a key in common that are compared. */
const mostCompared = 1000
const mostShown = 50

interface Rival {
  dealId: string
  isInReach: boolean
  reasons: MatchReason[]
}

const companyJson = (row: Sql): Sql => sql`json_build_object('name', ${row}.name, 'vatId', ${row}.vat_id,
  'countryCode', ${row}.country_code, 'email', ${row}.email, 'webSite', ${row}.web_site)`

/**
 * Living deals of other vendors, not refused, for the same company and with a product in common (rules J8). Candidates come
 * from the stored keys.
 */
async function listRivals(tx: Reader, dealId: string, approvedOnly: boolean): Promise<Rival[]> {
  const rows = await tx.rows<{ dealId: string; isInReach: boolean; one: MatchedProspect; other: MatchedProspect }>(sql`
    select d.deal_id as "dealId", ${isReached(sql`d.vendor_id`)} as "isInReach",
           ${companyJson(sql`mine`)} as one, ${companyJson(sql`p`)} as other
    from deals me
    join deal_prospects mine on mine.tenant_id = me.tenant_id and mine.deal_id = me.deal_id
    join deals d on d.tenant_id = me.tenant_id and d.deal_id in (
      select o.deal_id from deal_match_keys k
      join deal_match_keys o on o.tenant_id = k.tenant_id and o.key = k.key
      where k.tenant_id = ${tenant} and k.deal_id = ${dealId})
    join deal_prospects p on p.tenant_id = d.tenant_id and p.deal_id = d.deal_id
    where me.tenant_id = ${tenant} and me.deal_id = ${dealId} and d.vendor_id <> me.vendor_id
      and ${approvedOnly ? sql`d.protection_status = 'Approved'` : sql`d.protection_status <> 'Refused'`}
      and deal_is_living(d.status, d.expires_at)
      and exists (
        select from deal_items i
        join deal_items j on j.tenant_id = i.tenant_id and j.product_id = i.product_id and j.deal_id = me.deal_id
        where i.tenant_id = d.tenant_id and i.deal_id = d.deal_id)
    order by d.protection_status = 'Approved' desc, d.created_at, d.deal_id
    limit ${sql.lit(mostCompared)}`)
  return rows.flatMap(({ one, other, ...rival }) => {
    const reasons = sameCompany(one, other)
    return reasons.length > 0 ? [{ ...rival, reasons }] : []
  })
}

/** The possible duplicates of a deal for its managers, those that are protected first, then by registration. */
export async function listDuplicates(tx: Reader, actor: Actor, deal: DealFacts) {
  refuse(whyNot('compare', deal, actor))
  const rivals = await listRivals(tx, deal.dealId, false)
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
 * A protected deal of another vendor for the same opportunity. Takes a lock that is held until the transaction ends: who
 * approves next reads what this transaction approved. One lock for the tenant, because two deals can match a third one by
 * different keys.
 */
export async function lockApprovedRival(tx: Tx, dealId: string): Promise<Rival | undefined> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('deal-protection:' || current_tenant()::text, 0))`)
  return (await listRivals(tx, dealId, true))[0]
}
