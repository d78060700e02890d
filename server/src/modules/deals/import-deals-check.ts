import { maximumDealLevel } from '@trellis/contract/deal-states'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { sqlName } from '../../platform/import/cells.ts'
import { report, reportFuture, reportRepeated, sound } from '../../platform/import/stage.ts'
import { accountNamed, isReached } from '../accounts/index.ts'
import { productNamed } from '../catalogue/index.ts'
import { checkExternalIds } from '../tenants/index.ts'

/** Facts of the deal itself, which every row of it repeats. */
const headings = [
  'externalIds',
  'vendorAccountCode',
  'company',
  'vatId',
  'legalName',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'webSite',
  'street',
  'city',
  'locality',
  'region',
  'postalCode',
  'countryCode',
  'description',
  'startDate',
  'creationDate',
  'expirationDate',
  'estimatedCloseDate',
  'chanceOfClosure',
  'status',
  'protectionStatus',
  'ownerEmail',
  'currencyCode',
  'eBidValue',
  'eBidStatus',
  'eBidApprovedValue',
] as const

/**
 * A deal is known by its code, or without one by vendor, company and date of creation. One that exists already stays as it
 * is: people have gone on with it.
 */
export async function checkDeals(tx: Tx): Promise<void> {
  await tx.run(sql`analyze stage_deals`)
  await tx.run(sql`
    update stage_deals s set vendor_id = a.account_id, product_id = p.product_id, currency_id = c.currency_id,
      owner_id = u.user_id, owner_account_id = u.account_id,
      deal_ref = coalesce('code ' || key_of(o.code),
        'of ' || key_of(o.vendor_account_code) || ' ' || key_of(o.company) || ' ' || extract(epoch from o.creation_date))
    from stage_deals o
    left join offered.accounts a on ${accountNamed(sql`o.vendor_account_code`)}
    left join offered.products p on ${productNamed(sql`o.sku`)}
    left join offered.currencies c on c.code = upper(o.currency_code)
    left join lateral (
      -- Who acts for several accounts registered it for the vendor, if that is one of them.
      select n.user_id, n.account_id from offered.users n
      where n.tenant_id = (select current_tenant()) and n.email = o.owner_email::citext and n.deleted_at is null
      order by n.account_id <> a.account_id, n.user_id limit 1) u on true
    where o.at_line = s.at_line`)
  await tx.run(sql`create index on stage_deals (deal_ref, line)`)
  await reportRepeated(tx, 'stage_deals', 'line', 'deal_ref, line')
  const rows = sql`from stage_deals s where ${sound}`
  await report(tx, 'vendorAccountCode', 'noAccount', sql`${rows} and s.vendor_id is null`)
  await report(
    tx,
    'vendorAccountCode',
    'ownsNoDeals',
    sql`from stage_deals s
        join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = s.vendor_id
        join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
        where ${sound} and g.level > ${maximumDealLevel}`,
  )
  await report(tx, 'sku', 'noProduct', sql`${rows} and s.sku is not null and s.product_id is null`)
  await report(tx, 'ownerEmail', 'noUser', sql`${rows} and s.owner_email is not null and s.owner_id is null`)
  await report(tx, 'currencyCode', 'noCurrency', sql`${rows} and s.currency_code is not null and s.currency_id is null`)
  await reportFuture(tx, 'stage_deals')
  await report(tx, 'expirationDate', 'beforeCreation', sql`${rows} and s.expiration_date <= s.creation_date`)
  await compareLines(tx)
  await findExisting(tx)
  await priceItems(tx)
  await checkPrices(tx)
  await checkExternalIds(tx, {
    table: 'stage_deals',
    kind: 'deal',
    recordId: 'deal_id',
    record: 'deal_ref',
    states: ['new'],
    isReached,
  })
  await report(
    tx,
    'line',
    'anotherLineRefused',
    sql`from stage_deals s
        where s.deal_ref in (select o.deal_ref from stage_deals o join import_problems p on p.at_line = o.at_line) and ${sound}`,
  )
}

/** All rows of a deal must have the same facts of the deal. */
async function compareLines(tx: Tx): Promise<void> {
  const values = (row: Sql) => headings.map((name) => sql`${row}.${sql.ref(sqlName(name))}`)
  const each = sql.join(
    headings.map((name) => {
      const column = sql.ref(sqlName(name))
      return sql`(${name}, s.${column}::text, s.${column} is distinct from f.${column})`
    }),
  )
  await tx.run(sql`
    insert into import_problems (at_line, column_name, value, reason)
    select s.at_line, h.name, h.value, 'unlikeFirstLine'
    from stage_deals s
    join (select distinct on (deal_ref) * from stage_deals order by deal_ref, line) f on f.deal_ref = s.deal_ref
    cross join lateral (values ${each}) h (name, value, differs)
    where (${sql.join(values(sql`s`))}) is distinct from (${sql.join(values(sql`f`))}) and h.differs and ${sound}`)
}

async function findExisting(tx: Tx): Promise<void> {
  // One statement for each way: a condition of both would compare every row with every deal.
  await tx.run(sql`
    update stage_deals s set deal_id = d.deal_id, state = 'same'
    from deals d
    where d.tenant_id = (select current_tenant()) and s.code is not null and key_of(d.code) = key_of(s.code)`)
  await tx.run(sql`
    update stage_deals s set deal_id = d.deal_id, state = 'same'
    from deals d
    join deal_prospects p on p.tenant_id = d.tenant_id and p.deal_id = d.deal_id
    where d.tenant_id = (select current_tenant()) and s.code is null
      and d.vendor_id = s.vendor_id and d.created_at = s.creation_date and key_of(p.name) = key_of(s.company)`)
  await tx.run(sql`update stage_deals set state = 'new' where state is null`)
  const known = sql`from stage_deals s
    join deals d on d.tenant_id = (select current_tenant()) and d.deal_id = s.deal_id where ${sound}`
  await report(tx, 'vendorAccountCode', 'unlikeDeal', sql`${known} and d.vendor_id <> s.vendor_id`)
  await report(tx, 'creationDate', 'unlikeDeal', sql`${known} and d.created_at <> s.creation_date`)
}

/**
 * Prices the items of the new deals as they are written: what the file says, else what the vendor's list asks for, in the currency of
 * that list unless the file names one. The list of a vendor is looked up once, however many deals it has.
 */
async function priceItems(tx: Tx): Promise<void> {
  await tx.run(sql`drop table if exists priced_deal_items`)
  await tx.run(sql`
    create temporary table priced_deal_items as
    with lists as materialized (
      select v.vendor_id, l.price_list_id, l.currency_id
      from (select distinct vendor_id from stage_deals where state = 'new') v
      left join lateral effective_price_list(v.vendor_id) g on true
      left join offered.price_lists l on l.tenant_id = (select current_tenant()) and l.price_list_id = g.price_list_id)
    select s.deal_ref, s.line, s.at_line, s.product_id, coalesce(s.quantity, 1) as quantity,
           coalesce(s.price, price_at(i.custom_price, i.quantity_breaks, coalesce(s.quantity, 1)), r.price_msrp) as price,
           s.price is null as is_of_list, coalesce(l.currency_id, t.currency_id) as list_currency_id,
           c.currency_id, c.minor_units, r.price_msrp, r.currency_id as price_msrp_currency_id
    from stage_deals s
    join offered.products r on r.tenant_id = (select current_tenant()) and r.product_id = s.product_id
    join offered.tenants t on t.tenant_id = (select current_tenant())
    left join lists l on l.vendor_id = s.vendor_id
    left join offered.price_list_items i on i.tenant_id = (select current_tenant()) and i.price_list_id = l.price_list_id
      and i.product_id = s.product_id
    join offered.currencies c on c.currency_id = coalesce(s.currency_id, l.currency_id, t.currency_id)
    where s.state = 'new'`)
  await tx.run(sql`analyze priced_deal_items`)
}

/** A special price is below the total of the items (rules J10), and has an amount for what a manager approved. */
async function checkPrices(tx: Tx): Promise<void> {
  const rows = sql`from stage_deals s where ${sound} and s.state = 'new'`
  const hasNone = sql`coalesce(s.e_bid_value, 0) = 0`
  await report(tx, 'eBidStatus', 'eBidMissing', sql`${rows} and s.e_bid_status is not null and ${hasNone}`)
  const isApproved = sql`(coalesce(s.e_bid_status, 'Pending') = 'Approved')`
  await report(
    tx,
    'eBidApprovedValue',
    'eBidNotApproved',
    sql`${rows} and (s.e_bid_approved_value is not null) <> ${isApproved}`,
  )
  await report(tx, 'eBidApprovedValue', 'eBidMissing', sql`${rows} and s.e_bid_approved_value = 0`)
  await report(
    tx,
    'price',
    { reason: 'otherListCurrency', detail: sql`s.list_currency` },
    sql`from (
      select i.at_line, null::text as price, c.code as list_currency from priced_deal_items i
      join offered.currencies c on c.currency_id = i.list_currency_id
      where i.is_of_list and i.list_currency_id <> i.currency_id
    ) s where ${sound}`,
  )
  await report(
    tx,
    'eBidValue',
    'eBidTooLarge',
    sql`from stage_deals s
      left join (
        select i.deal_ref, sum(line_amount(i.quantity, i.price, i.minor_units)) as total from priced_deal_items i group by 1
      ) n on n.deal_ref = s.deal_ref
      where ${sound} and s.state = 'new' and not (${hasNone})
        and greatest(s.e_bid_value, s.e_bid_approved_value) >= coalesce(n.total, 0)`,
  )
}
