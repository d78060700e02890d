import { json, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { giveCodes } from '../../platform/import/codes.ts'
import { type Aside, inBatches, type Step } from '../../platform/import/file.ts'
import { recordRows } from '../audit/index.ts'
import { factsOfNewExternalIds, tenantDefaults, writeExternalIds } from '../tenants/index.ts'
import { type MatchedProspect, matchKeys } from './matching/matching.ts'

const tenant = sql`(select current_tenant())`

/** Deals per statement. */
const dealsPerBatch = 1000

/** Writes the new deals and their items, ordered by date. They keep their dates; the job notes those that have expired. */
export async function writeDeals(tx: Tx, step: Step, aside: Aside): Promise<void> {
  await tx.run(sql`drop table if exists new_deals, new_deal_items`)
  await tx.run(sql`
    create temporary table new_deals as
    select row_number() over (order by f.creation_date, f.deal_ref) as seq, id_at(f.creation_date) as id,
           extract(year from f.creation_date at time zone 'UTC')::int as year, f.*
    from (select distinct on (deal_ref) * from stage_deals where state = 'new' order by deal_ref, line) f`)
  await completeCodes(tx, aside)
  await tx.run(sql`
    create temporary table new_deal_items as
    select n.id, n.seq, n.creation_date as created, i.* from new_deals n join priced_deal_items i on i.deal_ref = n.deal_ref`)
  // Batches of them are read by their number.
  await tx.run(sql`create unique index on new_deals (seq)`)
  await tx.run(sql`create index on new_deal_items (seq)`)
  await tx.run(sql`analyze new_deals`)
  await tx.run(sql`analyze new_deal_items`)
  const counted = await tx.row<{ count: number }>(sql`select count(*)::int as count from new_deals`)
  await inBatches(counted?.count ?? 0, dealsPerBatch, step, (from, to) => insertDeals(tx, from, to))
}

/** A deal without a code gets the next number of its year, above all codes of this form that there are; so do later registrations. */
async function completeCodes(tx: Tx, aside: Aside): Promise<void> {
  const given = await tx.rows<{ year: number; highest: number }>(sql`
    select substr(code, 4, 4)::int as year, max(substr(code, 9)::int) as highest
    from new_deals where code ~ '^DL-[0-9]{4}-[0-9]{6,9}$' group by 1 order by 1`)
  for (const { year, highest } of given)
    await aside((other) => other.run(sql`select number_above('DL', ${year}, ${highest})`))
  await giveCodes(tx, aside, 'DL', sql`select seq, year from new_deals where code is null`)
  await tx.run(sql`update new_deals d set code = c.code from new_codes c where c.seq = d.seq`)
}

async function insertDeals(tx: Tx, from: number, to: number): Promise<void> {
  const rows = sql`new_deals n where n.seq between ${from} and ${to}`
  await tx.run(sql`
    insert into deals (deal_id, code, vendor_id, description, status, chance, starts_at, estimated_close_at, expires_at,
                       protection_status, protection_since, currency_id, total, ebid_value, ebid_status, ebid_approved_value,
                       ebid_since, created_at, created_by, created_as_account_id)
    select n.id, n.code, n.vendor_id, n.description, n.status, coalesce(n.chance_of_closure, 0),
           coalesce(n.start_date, n.creation_date), n.estimated_close_date,
           coalesce(n.expiration_date, n.creation_date + make_interval(days => ${tenantDefaults.protectionDays})), coalesce(n.protection_status, 'Pending'),
           n.creation_date, coalesce(i.currency_id, n.currency_id, (select currency_id from offered.tenants where tenant_id = ${tenant})),
           coalesce(i.total, 0), coalesce(n.e_bid_value, 0), coalesce(n.e_bid_status, 'Pending'), n.e_bid_approved_value,
           -- When it was asked for is in no file: managers have their days from now.
           clock(), n.creation_date, coalesce(n.owner_id, current_user_id()), coalesce(n.owner_account_id, own_account())
    from new_deals n
    left join lateral (
      select min(i.currency_id) as currency_id, sum(line_amount(i.quantity, i.price, i.minor_units)) as total
      from new_deal_items i where i.seq = n.seq) i on true
    where n.seq between ${from} and ${to} order by n.seq`)
  await tx.run(sql`
    insert into deal_prospects (deal_id, prospect_id, name, name_since, vat_id, legal_name, locality, region, first_name, last_name, email, phone_number, web_site,
                                street, city, postal_code, country_code, created_at)
    select n.id, gen_random_uuid(), n.company, n.creation_date, coalesce(n.vat_id, ''), n.legal_name, n.locality, n.region, coalesce(n.first_name, ''), coalesce(n.last_name, ''),
           n.email, n.phone_number, n.web_site, coalesce(n.street, ''), coalesce(n.city, ''), coalesce(n.postal_code, ''),
           coalesce(n.country_code, ''), n.creation_date
    from ${rows}`)
  await tx.run(sql`
    insert into deal_items (deal_item_id, deal_id, line, product_id, qt, price, amount, price_msrp, price_msrp_currency_id, since)
    select id_at(i.created), i.id, i.line, i.product_id, i.quantity, i.price,
           line_amount(i.quantity, i.price, i.minor_units), i.price_msrp, i.price_msrp_currency_id, i.created
    from new_deal_items i where i.seq between ${from} and ${to}`)
  await tx.run(sql`
    insert into deal_history (history_id, deal_id, source, event, chance, description, estimated_close_at, protection_status,
                              status, ebid_value, ebid_status, ebid_approved_value, created_at, created_by)
    select id_at(d.created_at), d.deal_id, 'Unknown', 'imported', d.chance, d.description, d.estimated_close_at,
           d.protection_status, d.status, d.ebid_value, d.ebid_status, d.ebid_approved_value, d.created_at, null
    from new_deals n join deals d on d.tenant_id = ${tenant} and d.deal_id = n.id where n.seq between ${from} and ${to}`)
  await tx.run(sql`
    insert into deal_ebids (ebid_id, deal_id, value, status, approved_value, created_at, created_by)
    select id_at(d.created_at), d.deal_id, d.ebid_value, d.ebid_status, d.ebid_approved_value, d.created_at, n.owner_id
    from new_deals n join deals d on d.tenant_id = ${tenant} and d.deal_id = n.id
    where n.seq between ${from} and ${to} and d.ebid_value > 0`)
  await insertKeys(tx, from, to)
  await recordRows(
    tx,
    'deal.imported',
    'deal',
    sql`select n.id, null::jsonb, jsonb_build_object('code', n.code, 'status', n.status, 'company', n.company)
          || jsonb_strip_nulls(jsonb_build_object('expirationDate', iso(n.expiration_date), 'eBidValue', n.e_bid_value,
               'eBidStatus', n.e_bid_status, 'eBidApprovedValue', n.e_bid_approved_value))
          || ${factsOfNewExternalIds(sql`n.external_ids`)}
        from ${rows}`,
  )
  await writeExternalIds(tx, 'deal', sql`select n.id, n.external_ids from ${rows}`)
}

async function insertKeys(tx: Tx, from: number, to: number): Promise<void> {
  const prospects = await tx.rows<MatchedProspect & { id: string; since: string }>(sql`
    select n.id, n.creation_date as since, n.company as name, coalesce(n.country_code, '') as "countryCode", n.vat_id as "vatId", n.email,
           n.web_site as "webSite"
    from new_deals n where n.seq between ${from} and ${to}`)
  const keys = prospects.flatMap(({ id, since, ...prospect }) => matchKeys(prospect).map((key) => ({ id, key, since })))
  await tx.run(sql`
    insert into deal_match_keys (deal_id, key, since)
    select k.id, k.key, k.since from jsonb_to_recordset(${json(keys)}) as k (id uuid, key text, since timestamptz)`)
}
