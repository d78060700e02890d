import { hasPermission } from '@trellis/contract/permissions'
import {
  type FeatureTypeName,
  FeatureValue,
  featureTypeNames,
  fitsFeatureType,
  maximumFeatureValue,
} from '@trellis/contract/product-types'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { optional, required, text } from '../../platform/import/cells.ts'
import type { ImportFile } from '../../platform/import/file.ts'
import { key } from '../../platform/import/keys.ts'
import { report, reportRepeated, sound } from '../../platform/import/stage.ts'
import { recordRows } from '../audit/index.ts'
import { typeNamed } from './named.ts'

const table = 'stage_product_types'
const tenant = sql`(select current_tenant())`
const names = Object.values(featureTypeNames)

/** What an event tells of a product type `y`, as the screen's. */
const told = sql`jsonb_build_object('name', y.name, 'description', y.description, 'source', 'import', 'features', (
  select coalesce(jsonb_agg(jsonb_build_object('id', f.feature_id, 'value', f.value) order by f.feature_id), '[]')
  from product_type_features f where f.tenant_id = y.tenant_id and f.type_id = y.type_id))`

/** Kinds of product with the values of their features, one row a feature. An import takes no feature from a type. */
export const productTypesImport: ImportFile = {
  name: 'product-types.csv',
  columns: {
    typeName: required(key()),
    description: optional(text(2000)),
    featureName: optional(key()),
    value: optional(text(maximumFeatureValue)),
  },
  workedOut: 'type_id uuid, is_new boolean, feature_id uuid, json jsonb, state text, former jsonb',
  isLeaf: false,

  async check(tx, importer) {
    await reportRepeated(tx, table, 'featureName', "key_of(type_name), coalesce(key_of(feature_name), '')")
    await tx.run(sql`
      update stage_product_types s set type_id = y.type_id, feature_id = f.feature_id
      from stage_product_types o
      left join product_types y on ${typeNamed(sql`o.type_name`)}
      left join features f on f.tenant_id = ${tenant} and key_of(f.name) = key_of(o.feature_name)
      where o.at_line = s.at_line`)
    const rows = sql`from stage_product_types s where ${sound}`
    await report(tx, 'featureName', 'noFeature', sql`${rows} and s.feature_name is not null and s.feature_id is null`)
    await report(tx, 'value', 'valueWithoutFeature', sql`${rows} and s.value is not null and s.feature_name is null`)
    await report(
      tx,
      'description',
      'unlikeFirstLine',
      sql`from stage_product_types s
        join (select distinct on (key_of(type_name)) key_of(type_name) as type, description from stage_product_types
              order by key_of(type_name), at_line) f on f.type = key_of(s.type_name)
        where ${sound} and s.description is distinct from f.description`,
    )
    await readValues(tx)
    await tx.run(sql`
      update stage_product_types s set state = case
        when s.type_id is null or s.feature_id is not null and f.feature_id is null then 'new'
        when s.description is not null and s.description is distinct from y.description
          or s.feature_id is not null and s.json is distinct from f.value then 'changed' else 'same' end
      from stage_product_types o
      left join product_types y on y.tenant_id = ${tenant} and y.type_id = o.type_id
      left join product_type_features f on f.tenant_id = ${tenant} and f.type_id = o.type_id and f.feature_id = o.feature_id
      where o.at_line = s.at_line`)
    if (importer && !hasPermission(importer.actor.permissions, 'ProductTypes', 'u'))
      await report(tx, 'typeName', 'mayNotChange', sql`${rows} and s.state <> 'same' and s.type_id is not null`)
    await tx.run(sql`
      update stage_product_types s set type_id = n.type_id, is_new = true
      from (select key_of(type_name) as type, id_at(clock()) as type_id from stage_product_types where type_id is null group by 1) n
      where n.type = key_of(s.type_name) and s.type_id is null`)
  },

  async write(tx, step) {
    const types = (condition: Sql) => sql`
      select distinct on (s.type_id) s.* from stage_product_types s where ${condition} order by s.type_id, s.at_line`
    const isChanged = sql`s.is_new is null and s.state <> 'same'`
    await tx.run(sql`
      update stage_product_types s set former = ${told}
      from product_types y where ${isChanged} and y.tenant_id = ${tenant} and y.type_id = s.type_id`)
    await tx.run(sql`
      insert into product_types (type_id, name, description)
      select n.type_id, n.type_name, n.description from (${types(sql`s.is_new`)}) n order by n.at_line`)
    await tx.run(sql`
      update product_types y set description = coalesce(n.description, y.description)
      from (${types(isChanged)}) n where y.tenant_id = ${tenant} and y.type_id = n.type_id`)
    await tx.run(sql`
      insert into product_type_features (type_id, feature_id, value)
      select s.type_id, s.feature_id, s.json from stage_product_types s
      where s.state <> 'same' and s.feature_id is not null
      on conflict (tenant_id, type_id, feature_id) do update set value = excluded.value`)
    const of = (condition: Sql) => sql`
      select n.type_id, n.former, ${told} from (${types(condition)}) n
      join product_types y on y.tenant_id = ${tenant} and y.type_id = n.type_id order by n.at_line`
    await recordRows(tx, 'product_type.created', 'product_type', of(sql`s.is_new`))
    await recordRows(tx, 'product_type.updated', 'product_type', of(isChanged))
    const all = await tx.row<{ count: number }>(sql`select count(*)::int as count from stage_product_types`)
    step(all?.count ?? 0, all?.count ?? 0)
  },

  present: (among) => sql`
    select y.type_id::text as id, y.name as "typeName", y.description, f.name as "featureName",
           case when f.name is not null then s.value #>> '{}' end as value
    from product_types y
    left join (product_type_features s
      join features f on f.tenant_id = s.tenant_id and f.feature_id = s.feature_id and f.value_type <= ${names.length}
    ) on s.tenant_id = y.tenant_id and s.type_id = y.type_id
    where y.tenant_id = ${tenant} and ${among(sql`y.type_id`)}
    order by key_of(y.name), key_of(f.name)`,

  async sums(tx) {
    const row = await tx.row<{ types: number }>(sql`
      select count(distinct key_of(type_name)) as types from stage_product_types`)
    return { types: row?.types ?? 0 }
  },
}

/** The values as JSON of the type of their feature; the others are reported. */
async function readValues(tx: Tx): Promise<void> {
  const rows = await tx.rows<{ line: number; type: FeatureTypeName; value: string }>(sql`
    select s.at_line as line, (array[${sql.join(names)}]::text[])[f.value_type] as type, s.value
    from stage_product_types s
    join features f on f.tenant_id = ${tenant} and f.feature_id = s.feature_id and f.value_type <= ${names.length}
    where s.value is not null`)
  const read = rows.map(({ line, type, value }) => ({ line, type, json: jsonOf(type, value) }))
  const good = read.filter(({ json: value }) => value !== undefined)
  await tx.run(sql`
    update stage_product_types s set json = r.json
    from jsonb_to_recordset(${json(good)}) as r (line int, json jsonb) where r.line = s.at_line`)
  const bad = read.filter(({ json: value }) => value === undefined)
  await report(
    tx,
    'value',
    { reason: 'notFeatureValue', detail: sql`s.type` },
    sql`from (
      select s.at_line, s.value, r.type from stage_product_types s
      join jsonb_to_recordset(${json(bad)}) as r (line int, type text) on r.line = s.at_line
    ) s where ${sound}`,
  )
}

/** Undefined for what is no value of the type. */
function jsonOf(type: FeatureTypeName, text: string): FeatureValue | undefined {
  const read = FeatureValue.safeParse(type === 'string' || type === 'dateTime' ? text : parsed(text))
  return read.success && read.data !== null && fitsFeatureType(type, read.data) ? read.data : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.toLowerCase() === 'true' || text.toLowerCase() === 'false' ? text.toLowerCase() : text)
  } catch {
    return undefined
  }
}
