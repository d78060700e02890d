import type { DealProduct } from '@trellis/contract/deal-answers'
import type { DealDraft } from '@trellis/contract/deal-changes'
import { maximumDealLevel } from '@trellis/contract/deal-states'
import { maximumLimit } from '@trellis/contract/search'
import { json, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, Refusal, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { knownCountry, lockLivingAccount, reachedAccount } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { findProducts } from '../catalogue/index.ts'
import { isTooMuch } from '../orders/index.ts'
import { tenantDefaults } from '../tenants/index.ts'
import { noteHistory } from './history.ts'
import { matchKeys } from './matching/matching.ts'
import { askManagers } from './news.ts'
import { whyNotRegister } from './rules.ts'

/**
 * Registers a deal. The time of registration decides who was first: the same opportunity of another vendor does not
 * prevent it (rules J7). Refuses RQ404 for an owner out of reach, RQ422 for one of a level that does not own deals, and for
 * products that the owner cannot buy.
 */
export async function createDeal(tx: Tx, actor: Actor, draft: DealDraft): Promise<string> {
  refuse(whyNotRegister(actor))
  const vendor = await reachedAccount(tx, actor, draft.parentAccountId)
  if (vendor.level > maximumDealLevel)
    throw invalid(['parentAccountId'], 'level', 'Accounts of this level do not own deals')
  const countryCode = knownCountry(draft.prospect, ['prospect'])
  const products = await pricesOf(tx, vendor.accountId, draft.items)
  const lines = draft.items.map(({ productId, qt }, index) => ({
    ...(products.get(productId) as DealProduct),
    dealItemId: newId(),
    line: index + 1,
    qt,
  }))
  if (isTooMuch(lines.map(({ qt, priceMSRP }) => ({ quantity: qt, price: priceMSRP }))))
    throw invalid(['items'], 'too_big', 'The total is too large')

  await lockLivingAccount(tx, vendor.accountId)
  const dealId = newId()
  const code = await insertDeal(tx, { ...draft, dealId, vendorId: vendor.accountId }, lines)
  await insertProspect(tx, dealId, { ...draft.prospect, countryCode })
  await noteHistory(tx, dealId, { source: 'Creation', event: 'created' })
  const { prospect, items, description = null } = draft
  const after = { code, vendorId: vendor.accountId, description, prospect: { ...prospect, countryCode }, items }
  await record(tx, 'deal.created', 'deal', dealId, { after })
  await askManagers(tx, dealId, 'protection')
  return dealId
}

type Line = DealProduct & { dealItemId: string; line: number; qt: number }

async function insertDeal(
  tx: Tx,
  deal: DealDraft & { dealId: string; vendorId: string },
  lines: Line[],
): Promise<string> {
  const startDate = deal.startDate ?? null
  const closeDate = deal.estimatedCloseDate ?? null
  const row = await tx.row<{ code: string }>(sql`
    with lines as (
      select l.*, line_amount(l.qt, l."priceMSRP", c.minor_units) as amount
      from jsonb_to_recordset(${json(lines)}) as l ("dealItemId" uuid, line int, "productId" uuid, qt int,
        "priceMSRP" numeric, "priceCurrencyId" int, "priceListId" uuid, "priceListName" text)
      join offered.currencies c on c.currency_id = l."priceCurrencyId"
    ), numbered as (
      insert into deal_numbers (year, last) values (extract(year from clock() at time zone 'UTC')::int, 1)
      on conflict (tenant_id, year) do update set last = deal_numbers.last + 1
      returning year, last
    ), made as (
      insert into deals (deal_id, code, vendor_id, description, status, chance, starts_at, estimated_close_at, expires_at,
                         protection_status, currency_id, total)
      select ${deal.dealId}::uuid, deal_code(n.year, n.last), ${deal.vendorId}::uuid, ${deal.description || null}, 'New',
             ${deal.chanceOfClosure}::int, coalesce(to_timestamp(${startDate}::float8 / 1000), clock()),
             to_timestamp(${closeDate}::float8 / 1000), clock() + make_interval(days => ${tenantDefaults.protectionDays}),
             'Pending', (select min("priceCurrencyId") from lines), (select sum(amount) from lines)
      from numbered n
      returning deal_id, code
    ), itemized as (
      insert into deal_items (deal_item_id, deal_id, line, product_id, qt, price_msrp, amount, price_list_id, price_list_name)
      select "dealItemId", deal_id, line, "productId", qt, "priceMSRP", amount, "priceListId", "priceListName"
      from lines cross join made
    )
    select code from made`)
  return found(row).code
}

type NewProspect = Omit<DealDraft['prospect'], 'countryCode'> & { countryCode: string }

async function insertProspect(tx: Tx, dealId: string, given: NewProspect): Promise<void> {
  const text = (value: string | null | undefined) => value?.trim() || null
  const prospect = {
    name: given.name.trim(),
    vatId: given.vatId.trim(),
    countryCode: given.countryCode,
    email: text(given.email),
    webSite: text(given.webSite),
  }
  await tx.run(sql`
    insert into deal_prospects (deal_id, prospect_id, name, legal_name, vat_id, first_name, last_name, email, phone_number,
      web_site, street, city, locality, region, postal_code, country_code, coordinates)
    values (${dealId}, ${newId()}, ${prospect.name}, ${text(given.legalName)}, ${prospect.vatId}, ${given.firstName.trim()},
      ${given.lastName.trim()}, ${prospect.email}, ${text(given.phoneNumber)}, ${prospect.webSite}, ${given.street.trim()},
      ${given.city.trim()}, ${text(given.locality)}, ${text(given.region)}, ${given.postalCode.trim()},
      ${prospect.countryCode}, ${text(given.coordinates)})`)
  await tx.run(sql`
    insert into deal_match_keys (deal_id, key)
    select ${dealId}, k from unnest(${matchKeys(prospect)}::text[]) k`)
}

/**
 * The products that a deal of an account can have: those of its effective price list, at the vendor's list price (MSRP).
 * A product whose list price is in another currency than the price list is left out, because nothing converts it.
 */
export async function listDealProducts(tx: Reader, accountId: string, productIds?: string[]): Promise<DealProduct[]> {
  const wanted = productIds === undefined ? sql`true` : sql`e.product_id = any(${productIds}::uuid[])`
  return tx.rows<DealProduct>(sql`
    select e.product_id as "productId", r.sku, r.name as "productName", r.price_msrp::float8 as "priceMSRP",
           e.currency_id as "priceCurrencyId", c.code as "currencyCode", e.price_list_id as "priceListId",
           e.price_list_name as "priceListName"
    from effective_prices(${accountId}::uuid) e
    join offered.product_publications f on f.tenant_id = (select current_tenant()) and f.product_id = e.product_id
    join offered.products r on r.tenant_id = f.owner_tenant_id and r.product_id = f.product_id and r.currency_id = e.currency_id
    join offered.currencies c on c.currency_id = e.currency_id
    where ${wanted}
    order by r.sku limit ${sql.lit(maximumLimit)}`)
}

/** Refuses RQ404 for a product that the tenant does not have, and RQ422 at the item for one that the owner cannot buy. */
async function pricesOf(tx: Tx, accountId: string, items: DealDraft['items']): Promise<Map<string, DealProduct>> {
  const ids = [...new Set(items.map(({ productId }) => productId))]
  const products = new Map((await listDealProducts(tx, accountId, ids)).map((product) => [product.productId, product]))
  const missing = ids.filter((id) => !products.has(id))
  if (missing.length > 0 && (await findProducts(tx, missing)).size < missing.length) throw new Refusal('RQ404')
  const issues = items.flatMap(({ productId }, index) =>
    products.has(productId)
      ? []
      : [{ path: `items.${index}.productId`, code: 'not_on_price_list', message: "Not on the owner's price list" }],
  )
  if (issues.length > 0) throw new Refusal('RQ422', { issues })
  return products
}
