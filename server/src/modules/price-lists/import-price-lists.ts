import { discountTypes } from '@trellis/contract/catalogue'
import { hasPermission } from '@trellis/contract/permissions'
import { breaksOfText, maximumBreaks } from '@trellis/contract/quantity-breaks'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { Fault, type Kind, money, oneOf, optional, present, required } from '../../platform/import/cells.ts'
import { type Importer, type ImportFile, inBatches, number } from '../../platform/import/file.ts'
import { key } from '../../platform/import/keys.ts'
import { report, reportRepeated, sound } from '../../platform/import/stage.ts'
import { otherCurrency, priceJumps } from '../../platform/import/warn.ts'
import { accountNamed, codeInReach, inReach } from '../accounts/index.ts'
import { recordRows } from '../audit/index.ts'
import { findStatuses, productNamed } from '../catalogue/index.ts'
import { insertPrices } from './insert-prices.ts'
import { priceListNamed } from './named.ts'
import { recordPrices } from './record-prices.ts'

const table = 'stage_price_lists'

export const breaksCell: Kind = {
  sqlType: 'jsonb',
  read: (value) => {
    const breaks = breaksOfText(value)
    return breaks === null ? new Fault('notBreaks', maximumBreaks) : JSON.stringify(breaks)
  },
}

/**
 * Price lists with their prices, one row per price. A different price is updated; no price is removed from a list. Breaks that a row
 * does not name stay, and so does the discount of a price that stays: it says how the price was calculated. A list without prices has a
 * row without a product.
 */
export const priceListsImport: ImportFile = {
  name: 'price-lists.csv',
  columns: {
    priceListName: required(key()),
    ownerAccountCode: required(key()),
    sku: present(key(64)),
    currencyCode: present(key(3)),
    customPrice: present(money),
    quantityBreaks: optional(breaksCell),
    discountType: optional(oneOf(...discountTypes)),
    discountAmount: optional(money),
  },
  workedOut: 'owner_id uuid, product_id uuid, currency_id int, price_list_id uuid, seq int, state text',
  isLeaf: false,

  async check(tx, importer) {
    await reportRepeated(
      tx,
      table,
      'sku',
      "key_of(price_list_name), key_of(owner_account_code), coalesce(key_of(sku), '')",
    )
    await tx.run(sql`analyze stage_price_lists`)
    await tx.run(sql`
      update stage_price_lists s set owner_id = a.account_id, product_id = p.product_id, currency_id = c.currency_id,
        currency_code = coalesce(upper(o.currency_code), c.code), price_list_id = l.price_list_id
      from stage_price_lists o
      left join offered.accounts a on ${accountNamed(sql`o.owner_account_code`)} and a.deleted_at is null
        and ${inReach(sql`a.account_id`)}
      left join offered.products p on ${productNamed(sql`o.sku`)} and p.status <> 'Deleted'
      left join offered.currencies c on case when o.currency_code is null
        then c.currency_id = (select currency_id from offered.tenants where tenant_id = (select current_tenant())) else c.code = upper(o.currency_code) end
      left join price_lists l on ${priceListNamed(sql`a.account_id`, sql`o.price_list_name`)}
      where o.at_line = s.at_line`)
    if (importer) await hideUnseen(tx, importer)
    const rows = sql`from stage_price_lists s where ${sound}`
    await report(tx, 'ownerAccountCode', 'noAccount', sql`${rows} and s.owner_id is null`)
    await report(tx, 'sku', 'required', sql`${rows} and s.sku is null and s.custom_price is not null`)
    await report(tx, 'customPrice', 'required', sql`${rows} and s.sku is not null and s.custom_price is null`)
    await report(tx, 'sku', 'noProduct', sql`${rows} and s.product_id is null and s.sku is not null`)
    await checkDiscounts(tx, importer)
    await report(tx, 'currencyCode', 'noCurrency', sql`${rows} and s.currency_id is null`)
    await report(
      tx,
      'currencyCode',
      { reason: 'otherListCurrency', detail: sql`s.list_currency` },
      sql`from (
        select s.*, coalesce(c.code, first_value(s.currency_code) over (partition by s.owner_id, key_of(s.price_list_name) order by s.at_line)) as list_currency
        from stage_price_lists s
        left join price_lists l on l.tenant_id = (select current_tenant()) and l.price_list_id = s.price_list_id
        left join offered.currencies c on c.currency_id = l.currency_id
        where ${sound}
      ) s where s.currency_code <> s.list_currency`,
    )
    await tx.run(sql`
      update stage_price_lists s
      set quantity_breaks = n.breaks, discount_type = n.type, discount_amount = n.amount,
        state = case when o.sku is null then case when o.price_list_id is null then 'new' else 'same' end
                     when i.product_id is null then 'new'
                     when (i.custom_price, i.quantity_breaks, i.discount_type, i.discount_amount)
                       is distinct from (o.custom_price, n.breaks, n.type, n.amount) then 'changed' else 'same' end
      from stage_price_lists o
      left join price_list_items i on i.tenant_id = (select current_tenant()) and i.price_list_id = o.price_list_id and i.product_id = o.product_id
      cross join lateral (
        select coalesce(o.quantity_breaks, i.quantity_breaks) as breaks, i.custom_price = o.custom_price and o.discount_type is null as stays
      ) k
      cross join lateral (
        select k.breaks, case when k.stays then i.discount_type else o.discount_type end as type,
               case when k.stays then i.discount_amount else o.discount_amount end as amount
      ) n
      where o.at_line = s.at_line`)
    await report(
      tx,
      'customPrice',
      { reason: 'breaksNotLower', detail: sql`s.quantity_breaks -> 0 ->> 'price'` },
      sql`${rows} and s.custom_price <= (s.quantity_breaks -> 0 ->> 'price')::numeric`,
    )
    if (importer && !hasPermission(importer.actor.permissions, 'PriceLists', 'u'))
      await report(
        tx,
        'priceListName',
        'mayNotChange',
        sql`${rows} and s.price_list_id is not null and s.state <> 'same'`,
      )
  },

  async write(tx, step) {
    await addLists(tx)
    const added = await number(tx, table, 'new', 'at_line')
    await inBatches(added, 2000, step, (from, to) => addPrices(tx, from, to))
    // Written last, because it locks lists that people may be editing.
    await lockLists(tx)
    const changed = await number(tx, table, 'changed', 'at_line')
    await inBatches(changed, 2000, step, (from, to) => changePrices(tx, from, to))
  },

  async warn(tx) {
    const rows = sql`from stage_price_lists s join price_list_items i
      on i.tenant_id = (select current_tenant()) and i.price_list_id = s.price_list_id and i.product_id = s.product_id
      -- For the number of pieces for which it changes most.
      cross join lateral (
        select a.* from (
          select q.pieces, price_at(i.custom_price, i.quantity_breaks, q.pieces) as before,
                 price_at(s.custom_price, s.quantity_breaks, q.pieces) as after
          from (
            select 1::bigint as pieces
            union
            select (b ->> 'from')::bigint from jsonb_array_elements(coalesce(i.quantity_breaks, '[]') || coalesce(s.quantity_breaks, '[]')) b
          ) q
        ) a
        order by abs(a.after - a.before) / nullif(a.before, 0) desc nulls last, a.pieces limit 1
      ) j
      where true`
    return [
      ...(await otherCurrency(tx, table, 'currencyCode')),
      ...(await priceJumps(tx, 'customPrice', { first: sql`s.sku`, before: sql`j.before`, after: sql`j.after`, rows })),
    ]
  },

  present: (among) => sql`
    select l.price_list_id::text as id, l.name as "priceListName", ${codeInReach(sql`l.account_id`)} as "ownerAccountCode", p.sku,
           c.code as "currencyCode", trim_scale(p.custom_price)::text as "customPrice",
           breaks_text(p.quantity_breaks) as "quantityBreaks", p.discount_type as "discountType",
           trim_scale(p.discount_amount)::text as "discountAmount"
    from price_lists l
    left join lateral (
      select p.sku, i.* from price_list_items i
      join offered.products p on p.tenant_id = i.tenant_id and p.product_id = i.product_id and p.status <> 'Deleted'
      where i.tenant_id = l.tenant_id and i.price_list_id = l.price_list_id) p on true
    join offered.currencies c on c.currency_id = l.currency_id
    where l.tenant_id = (select current_tenant()) and ${inReach(sql`l.account_id`)} and ${among(sql`l.price_list_id`)}
    order by l.name, l.price_list_id, p.sku`,

  leavesOut: [
    {
      what: 'what prices have been before',
      count: sql`select count(*) from price_changes h
        join price_lists l on l.tenant_id = h.tenant_id and l.price_list_id = h.price_list_id
        where h.tenant_id = (select current_tenant()) and h.number > 1 and ${inReach(sql`l.account_id`)}`,
    },
  ],

  async sums(tx) {
    const lists = await tx.row<{ lists: number }>(sql`
      select count(distinct (key_of(owner_account_code), key_of(price_list_name))) as lists from stage_price_lists`)
    const prices = await tx.rows<{ code: string; sum: string }>(sql`
      select currency_code as code, trim_scale(sum(custom_price))::text as sum from stage_price_lists group by 1 order by 1`)
    return {
      lists: lists?.lists ?? 0,
      ...Object.fromEntries(prices.map(({ code, sum }) => [`custom prices ${code}`, sum])),
    }
  },
}

/** A discount has a type and an amount (rules R8), and is at most the whole of what it is taken off. */
export async function checkDiscounts(tx: Tx, importer: Importer | null, of = table): Promise<void> {
  const rows = sql`from ${sql.ref(of)} s where ${sound}`
  await report(
    tx,
    'discountAmount',
    'discountIncomplete',
    sql`${rows} and (s.discount_type is null) <> (s.discount_amount is null)`,
  )
  await report(
    tx,
    'discountAmount',
    { reason: 'tooMuch', detail: sql.lit(100) },
    sql`${rows} and s.discount_type = 'percentage' and s.discount_amount > 100`,
  )
  // The operator brings back prices of the past, of which the MSRP may have fallen since.
  if (importer === null) return
  await report(
    tx,
    'discountAmount',
    { reason: 'tooMuch', detail: sql`trim_scale(s.price_msrp)` },
    sql`from (
      select o.at_line, o.discount_amount, p.price_msrp from ${sql.ref(of)} o
      join offered.products p on p.tenant_id = (select current_tenant()) and p.product_id = o.product_id
      where o.discount_type = 'amount' and p.currency_id = o.currency_id and o.discount_amount > p.price_msrp
    ) s where ${sound}`,
  )
}

/** Treats products that the importer does not see as unknown. */
export async function hideUnseen(tx: Tx, { actor }: Importer, of = table): Promise<void> {
  const named = await tx.rows<{ productId: string }>(
    sql`select distinct product_id as "productId" from ${sql.ref(of)} where product_id is not null`,
  )
  const ids = named.map(({ productId }) => productId)
  const seen = await findStatuses(tx, actor, ids)
  const unseen = ids.filter((id) => !seen.has(id))
  await tx.run(sql`update ${sql.ref(of)} set product_id = null where product_id = any(${unseen}::uuid[])`)
}

async function addLists(tx: Tx): Promise<void> {
  await tx.run(sql`
    with added as (
      insert into price_lists (price_list_id, account_id, name, currency_id)
      select id_at(clock()), owner_id, min(price_list_name), min(currency_id)
      from stage_price_lists where price_list_id is null group by owner_id, key_of(price_list_name)
      returning price_list_id, account_id, name
    )
    update stage_price_lists s set price_list_id = a.price_list_id
    from added a where a.account_id = s.owner_id and key_of(a.name) = key_of(s.price_list_name) and s.price_list_id is null`)
  await recordRows(
    tx,
    'price_list.created',
    'price_list',
    sql`select l.price_list_id, null::jsonb, jsonb_build_object('name', l.name, 'source', 'import')
        from price_lists l
        where l.tenant_id = (select current_tenant()) and l.created_at = clock()
          and l.price_list_id in (select price_list_id from stage_price_lists)`,
  )
}

async function addPrices(tx: Tx, from: number, to: number): Promise<void> {
  const rows = sql`
    select s.price_list_id, s.product_id, s.custom_price, s.discount_type, s.discount_amount, s.quantity_breaks
    from stage_price_lists s where s.state = 'new' and s.product_id is not null and s.seq between ${from} and ${to}`
  await recordPrices(tx, rows, 'import')
  await tx.run(insertPrices(rows))
}

/** Locks the lists, so that the prices recorded as former are those that are overwritten. */
const lockLists = (tx: Tx): Promise<number> =>
  tx.run(sql`
    select from price_lists
    where tenant_id = (select current_tenant())
      and price_list_id in (select price_list_id from stage_price_lists where state = 'changed')
    order by price_list_id for no key update`)

async function changePrices(tx: Tx, from: number, to: number): Promise<void> {
  const rows = sql`stage_price_lists s where s.state = 'changed' and s.seq between ${from} and ${to}`
  await recordPrices(
    tx,
    sql`select s.price_list_id, s.product_id, s.custom_price, s.discount_type, s.discount_amount, s.quantity_breaks from ${rows}`,
    'import',
  )
  await tx.run(sql`
    update price_list_items i set custom_price = s.custom_price, discount_type = s.discount_type, discount_amount = s.discount_amount,
      quantity_breaks = s.quantity_breaks
    from ${rows}
      and i.tenant_id = (select current_tenant()) and i.price_list_id = s.price_list_id and i.product_id = s.product_id`)
}
