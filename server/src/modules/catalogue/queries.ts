import {
  type FeatureEntry,
  type Product,
  type ProductName,
  type ProductSearch,
  productList,
} from '@trellis/contract/catalogue'
import type { Out } from '@trellis/contract/endpoint'
import type { Reference } from '@trellis/contract/values'
import { columnsOf, contains, equals, following, named, notNull, paging } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { everyWord, hasWord, some } from '../../platform/database/words.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isReached } from '../accounts/index.ts'
import { modifiedAt, modifiedWithin } from '../audit/index.ts'
import { externalIdsOf, hasExternalId, isByExternalId } from '../tenants/index.ts'
import { seesAll, whyNot } from './rules.ts'

type Search = Out<typeof ProductSearch>

/** The account whose prices are shown, and whether products that it cannot buy are included. */
export interface View {
  actor: Actor
  accountId: string
  all: boolean
}

export const viewOf = (actor: Actor, accountId = actor.accountId): View => ({ actor, accountId, all: seesAll(actor) })

/** The products of the view with the effective price of its account: `p` product, `e` price, `y` product type. */
export const seen = ({ accountId, all }: View): Sql => sql`
  from product_publications b
  join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
  ${sql.raw(all ? 'left join' : 'join')} effective_prices(${accountId}::uuid) e on e.product_id = p.product_id
  left join product_types y on y.tenant_id = p.tenant_id and y.type_id = p.type_id
  where b.tenant_id = (select current_tenant())`

const price = sql`
  e.price as custom_price, e.currency_id as custom_currency_id, e.price_list_id, e.price_list_name, e.discount_type,
  e.discount_amount, e.quantity_breaks`

/**
 * The wire's Product as JSON, from a row `m` of the visible products. Names are joined here, for the rows of the page
 * only.
 */
function presented({ actor }: View): Sql {
  const blocked = (owned: boolean) =>
    sql`${JSON.stringify({
      update: whyNot('update', { owned }, actor),
      delete: whyNot('delete', { owned }, actor),
    })}::json`
  return sql`
    select
      p.product_id as "productId", p.sku, p.oem_sku as "oemSku", ${externalIdsOf(sql`p.product_id`)} as "externalIds", x.sku as "extendedSku", p.name, p.description,
      p.price_msrp as "priceMsrp", m.custom_price as "customPrice",
      json_build_object('currencyId', c.currency_id, 'currencyCode', c.code, 'currencyName', c.name, 'currencySymbol', c.symbol) as currency,
      coalesce(s.quantity, 0) as stock,
      p.is_license as "isLicense", p.license_prefix as "licensePrefix", p.license_is_perpetual as "licenseIsPerpetual",
      p.license_years as "licenseDurationYears", p.license_months as "licenseDurationMonths", p.license_days as "licenseDurationDays",
      p.maintenance_is_perpetual as "maintenanceIsPerpetual", p.maintenance_years as "maintenanceDurationYears",
      p.maintenance_months as "maintenanceDurationMonths", p.maintenance_days as "maintenanceDurationDays",
      p.license_activation_rule as "licenseActivationRule", p.license_max_version as "licenseMaxVersion",
      p.seat_reclaim_days as "seatReclaimDays", p.self_releases as "selfReleases",
      p.is_upgrade_right as "islicenseUpgradeRight", p.is_trial as "isLicenseTrial",
      p.extended_product_id as "extendedProductId", p.subscription_id as "subscriptionId",
      p.original_product_id as "originalProductId", p.air_server_required as "airServerRequired",
      p.environment_type as "environmentType", p.status,
      case when y.type_id is not null then json_build_object('id', y.type_id, 'name', y.name) end as type,
      (select json_agg(json_build_object('id', t.tenant_id, 'name', t.name) order by t.name, t.tenant_id)
       from product_publications o join offered.tenants t on t.tenant_id = o.tenant_id
       where o.product_id = p.product_id and o.owner_tenant_id = p.tenant_id
         and (${actor.isSuperAdmin} or o.tenant_id = (select current_tenant()))) as tenants,
      case when p.tenant_id <> (select current_tenant()) and ${seesAll(actor)}
        then (select json_build_object('id', t.tenant_id, 'name', t.name) from offered.tenants t where t.tenant_id = p.tenant_id)
      end as "publishedBy",
      iso(p.created_at) as "creationDate", iso(${modifiedAt(sql`p.product_id`, sql`p.created_at`)}) as "modifiedDate", u.first_name || ' ' || u.last_name as "createdBy",
      m.price_list_id as "priceListId", m.price_list_name as "priceListName", m.custom_currency_id as "customPriceCurrencyId",
      m.discount_type as "customPriceDiscountType", m.discount_amount as "customPriceDiscountAmount",
      coalesce(m.quantity_breaks, '[]') as "quantityBreaks",
      case when p.tenant_id = (select current_tenant()) then ${blocked(true)} else ${blocked(false)} end as blocked
    from shown m
    join products p on p.tenant_id = m.owner_tenant_id and p.product_id = m.product_id
    join offered.currencies c on c.currency_id = p.currency_id
    left join products x on x.tenant_id = p.tenant_id and x.product_id = p.extended_product_id
    left join product_types y on y.tenant_id = p.tenant_id and y.type_id = p.type_id
    left join offered.stock_balances s on s.tenant_id = (select current_tenant()) and s.product_id = p.product_id
                              and s.account_id = ${actor.accountId}
    left join offered.users u on u.tenant_id = p.tenant_id and u.user_id = p.created_by
                     and ${isReached(sql`u.account_id`)}
    order by m.row_no`
}

/** A page of products. Deleted ones are included only when the status filter asks for them. */
export const listProducts = (tx: Reader, search: Search, view: View) =>
  tx.json<{ items: Product[]; count: number }>(sql`
    with matching as materialized (
      select p.tenant_id as owner_tenant_id, p.product_id, p.sku, p.oem_sku, p.name, p.status, p.environment_type,
             p.price_msrp, p.created_at, y.name as type_name, ${price}
      ${seen(view)}
        and ${asksForStatus(search) ? sql`true` : sql`p.status <> 'Deleted'`}
        and ${columns.matching(search, view.actor.timeZone)}
    ), shown as (
      select m.*, row_number() over (${columns.order(search)}) as row_no from matching m ${columns.order(search)} ${paging(search)}
    )
    select json_build_object(
      'items', (select coalesce(json_agg(product), '[]') from (${presented(view)}) product),
      'count', (select count(*) from matching))::text`)

const asksForStatus = (search: Search) =>
  search.filterBy.some(({ field, values }) => field === 'status' && values.length > 0)

const columns = columnsOf(productList, sql`m.product_id`, {
  anything: {
    filter: everyWord((word) =>
      some([
        hasWord(word, sql`p.name_folded`, sql`fold(concat_ws(' ', p.sku, p.oem_sku, y.name))`),
        isByExternalId('product', sql`p.product_id`, word),
      ]),
    ),
  },
  productId: { sort: sql`m.product_id`, filter: equals(sql`p.product_id`, 'uuid') },
  after: { filter: following(sql`p.product_id`) },
  sku: { sort: sql`m.sku`, filter: contains(sql`p.sku_folded`) },
  oemSku: { sort: sql`m.oem_sku`, filter: contains(sql`fold(p.oem_sku)`) },
  externalId: { filter: hasExternalId('product', sql`p.product_id`) },
  name: { sort: named(sql`m.name`), filter: contains(sql`p.name_folded`) },
  status: { sort: sql`m.status`, filter: equals(sql`p.status`, 'text') },
  environmentType: { sort: sql`m.environment_type`, filter: equals(sql`p.environment_type`, 'int') },
  price: { sort: sql`m.price_msrp`, filter: equals(sql`p.price_msrp`, 'numeric') },
  creationDate: { sort: sql`m.created_at`, between: sql`p.created_at` },
  modifiedDate: {
    sort: notNull(modifiedAt(sql`m.product_id`, sql`m.created_at`)),
    between: modifiedWithin('product', sql`p.product_id`),
  },
  typeName: { sort: named(sql`m.type_name`), filter: contains(sql`fold(y.name)`) },
})

export const presentProduct = (tx: Reader, productId: string, view: View) =>
  tx.json<Product>(sql`
    with shown as (
      select p.tenant_id as owner_tenant_id, p.product_id, ${price}, 1 as row_no ${seen(view)} and p.product_id = ${productId}
    )
    select row_to_json(product)::text from (${presented(view)}) product`)

/** The Active products that extend this one, sorted by name, if the view includes them. */
export const listExtensions = (tx: Reader, productId: string, view: View) =>
  tx.json<Product[]>(sql`
    with shown as (
      select p.tenant_id as owner_tenant_id, p.product_id, ${price},
             row_number() over (order by ${named(sql`p.name`)}, p.product_id) as row_no
      ${seen(view)} and p.status = 'Active' and p.extended_product_id = ${productId}
    )
    select coalesce(json_agg(product), '[]')::text from (${presented(view)}) product`)

export const listNames = (tx: Reader, view: View) =>
  tx.rows<Out<typeof ProductName>>(sql`
    select p.product_id as "productId", p.name as "productName", p.sku
    ${seen(view)} and p.status <> 'Deleted'
    order by ${named(sql`p.name`)}, p.product_id`)

/** Whether the view includes the product, and whether this tenant owns it. */
export const findSeen = (tx: Reader, productId: string, view: View) =>
  tx.row<{ owned: boolean; status: Product['status'] }>(sql`
    select p.tenant_id = (select current_tenant()) as owned, p.status ${seen(view)} and p.product_id = ${productId}`)

export const listTypes = (tx: Reader) =>
  tx.rows<Reference>(sql`
    select type_id as id, name from product_types
    where tenant_id = (select current_tenant()) order by ${named(sql`name`)}, type_id`)

export const listFeatures = (tx: Reader) =>
  tx.rows<Out<typeof FeatureEntry>>(sql`
    select feature_id as id, name, value_type as "typeId",
           (array['double', 'bool', 'string', 'object', 'dateTime', 'int'])[value_type] as "typeName"
    from features where tenant_id = (select current_tenant()) and value_type between 1 and 6
    order by ${named(sql`name`)}, feature_id`)

/** The status of each of these products that the view includes. Prices are not compared one by one with many products. */
export const listStatuses = (tx: Reader, productIds: string[], { accountId, all }: View) =>
  tx.rows<{ productId: string; status: Product['status'] }>(sql`
    select p.product_id as "productId", p.status
    from product_publications b
    join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where b.tenant_id = (select current_tenant()) and p.product_id = any(${productIds}::uuid[])
      ${all ? sql`` : sql`and p.product_id = any(array(select product_id from effective_prices(${accountId}::uuid)))`}`)
