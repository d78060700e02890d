import type { Out } from '@trellis/contract/endpoint'
import {
  type Feature,
  type FeatureSearch,
  featureList,
  type ProductType,
  type ProductTypeSearch,
  productTypeList,
} from '@trellis/contract/product-types'
import { columnsOf, contains, equals, named, paging } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { hasWords } from '../../platform/database/words.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isReached } from '../accounts/index.ts'
import { seesAll, whyNotType } from './rules.ts'

/** Null for a value type that this version does not know. */
export const typeName = sql`(array['double', 'bool', 'string', 'object', 'dateTime', 'int'])[f.value_type]`
const known = sql`f.value_type between 1 and 6`

const blocked = (used: Sql, actor: Actor): Sql => {
  const of = (isUsed: boolean) =>
    sql`${JSON.stringify({ update: whyNotType('update', isUsed, actor), delete: whyNotType('delete', isUsed, actor) })}::json`
  return sql`case when ${used} then ${of(true)} else ${of(false)} end`
}

const all = sql`(
  select count(*) from products p
  where p.tenant_id = y.tenant_id and p.type_id = y.type_id and p.status <> 'Deleted')`

/** Only products that the actor can buy count: even a number must not reveal others. */
const bought = ({ accountId }: Actor): Sql => sql`(
  select count(*) from effective_prices(${accountId}::uuid) e join products p on p.product_id = e.product_id
  where p.tenant_id = y.tenant_id and p.type_id = y.type_id)`

/** The wire's ProductType as JSON, from a row `y` of product_types. */
const typeJson = (actor: Actor): Sql => sql`json_build_object(
  'id', y.type_id,
  'name', y.name,
  'description', y.description,
  'creationDate', iso(y.created_at),
  'createdBy', (select u.first_name || ' ' || u.last_name from offered.users u
                where u.tenant_id = y.tenant_id and u.user_id = y.created_by
                  and ${isReached(sql`u.account_id`)}),
  'features', (
    select coalesce(json_agg(json_build_object('id', f.feature_id, 'name', f.name, 'description', f.description,
             'typeId', f.value_type, 'typeName', ${typeName}, 'value', s.value) order by ${named(sql`f.name`)}, f.feature_id), '[]')
    from product_type_features s join features f using (tenant_id, feature_id)
    where s.tenant_id = y.tenant_id and s.type_id = y.type_id and ${known}),
  'products', ${seesAll(actor) ? all : bought(actor)},
  'blocked', ${blocked(sql`exists (select from products p where p.tenant_id = y.tenant_id and p.type_id = y.type_id)`, actor)})`

export const listProductTypes = (tx: Reader, search: Out<typeof ProductTypeSearch>, actor: Actor) =>
  tx.json<{ items: ProductType[]; count: number }>(sql`
    with matching as materialized (
      select y.* from product_types y
      where y.tenant_id = (select current_tenant())
        and ${typeColumns.matching(search, actor.timeZone)}
    ), page as (
      select m.*, row_number() over (${typeColumns.order(search)}) as row_no from matching m ${typeColumns.order(search)} ${paging(search)}
    )
    select json_build_object(
      'items', (select coalesce(json_agg(${typeJson(actor)} order by y.row_no), '[]') from page y),
      'count', (select count(*) from matching))::text`)

const typeColumns = columnsOf(productTypeList, sql`m.type_id`, {
  anything: {
    filter: hasWords(
      sql`fold(y.name)`,
      sql`(select string_agg(fold(f.name), ' ') from product_type_features s join features f using (tenant_id, feature_id)
           where s.tenant_id = y.tenant_id and s.type_id = y.type_id and ${known})`,
    ),
  },
  name: { sort: named(sql`m.name`), filter: contains(sql`fold(y.name)`) },
  creationDate: { sort: sql`m.created_at`, between: sql`y.created_at` },
})

export const presentProductType = (tx: Reader, typeId: string, actor: Actor) =>
  tx.json<ProductType>(sql`
    select ${typeJson(actor)}::text from product_types y
    where y.tenant_id = (select current_tenant()) and y.type_id = ${typeId}`)

/** The wire's Feature as JSON, from a row `f` of features. */
const featureJson = (actor: Actor): Sql => sql`json_build_object(
  'id', f.feature_id, 'name', f.name, 'description', f.description, 'typeId', f.value_type, 'typeName', ${typeName},
  'creationDate', iso(f.created_at),
  'productTypes', (select count(*) from product_type_features s where s.tenant_id = f.tenant_id and s.feature_id = f.feature_id),
  'blocked', ${blocked(
    sql`exists (select from product_type_features s where s.tenant_id = f.tenant_id and s.feature_id = f.feature_id)`,
    actor,
  )})`

export const listFeaturePage = (tx: Reader, search: Out<typeof FeatureSearch>, actor: Actor) =>
  tx.json<{ items: Feature[]; count: number }>(sql`
    with matching as materialized (
      select f.*, ${typeName} as type_name from features f
      where f.tenant_id = (select current_tenant()) and ${known}
        and ${featureColumns.matching(search, actor.timeZone)}
    ), page as (
      select m.*, row_number() over (${featureColumns.order(search)}) as row_no from matching m ${featureColumns.order(search)} ${paging(search)}
    )
    select json_build_object(
      'items', (select coalesce(json_agg(${featureJson(actor)} order by f.row_no), '[]') from page f),
      'count', (select count(*) from matching))::text`)

const featureColumns = columnsOf(featureList, sql`m.feature_id`, {
  anything: { filter: hasWords(sql`fold(concat_ws(' ', f.name, f.description))`) },
  id: { filter: equals(sql`f.feature_id`, 'uuid') },
  name: { sort: named(sql`m.name`), filter: contains(sql`fold(f.name)`) },
  typeName: { sort: sql`m.type_name`, filter: equals(typeName, 'text') },
  creationDate: { sort: sql`m.created_at`, between: sql`f.created_at` },
})

export const presentFeature = (tx: Reader, featureId: string, actor: Actor) =>
  tx.json<Feature>(sql`
    select ${featureJson(actor)}::text from features f
    where f.tenant_id = (select current_tenant()) and f.feature_id = ${featureId} and ${known}`)

export interface KnownFeature {
  featureId: string
  typeName: string
}

/** Those of these features whose value type this version knows. */
export const findFeatures = (tx: Reader, featureIds: string[]) =>
  tx.rows<KnownFeature>(sql`
    select f.feature_id as "featureId", ${typeName} as "typeName" from features f
    where f.tenant_id = (select current_tenant()) and f.feature_id = any(${featureIds}::uuid[]) and ${known}`)
