import type { Out } from '@trellis/contract/endpoint'
import {
  type FeatureDraft,
  type FeatureTypeName,
  type FeatureValue,
  fitsFeatureType,
  type NewFeature,
  type ProductTypeDraft,
} from '@trellis/contract/product-types'
import { violates } from '../../platform/database/database.ts'
import { json, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, Refusal } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import { isReferredTo } from './save-product.ts'
import { findFeatures } from './type-queries.ts'

type Settings = NonNullable<ProductTypeDraft['features']>

/**
 * Refuses RQ422 at `name` for a name in use, RQ422 at `features.n` for a value of another type, and RQ404 for an unknown
 * feature.
 */
export async function createProductType(tx: Tx, draft: ProductTypeDraft): Promise<string> {
  const typeId = newId()
  await orNameInUse(
    tx.run(sql`
      insert into product_types (type_id, name, description) values (${typeId}, ${draft.name}, ${draft.description ?? null})`),
    'product_types_tenant_id_name_key',
  )
  await setFeatures(tx, typeId, draft.features ?? [])
  await record(tx, 'product_type.created', 'product_type', typeId, { after: draft })
  return typeId
}

export async function updateProductType(tx: Tx, typeId: string, draft: ProductTypeDraft): Promise<void> {
  await tx.run(sql`
    select from product_types where tenant_id = (select current_tenant()) and type_id = ${typeId} for no key update`)
  const before = found(await factsOfType(tx, typeId))
  await orNameInUse(
    tx.run(sql`
      update product_types set name = ${draft.name}, description = ${draft.description ?? null}
      where tenant_id = (select current_tenant()) and type_id = ${typeId}`),
    'product_types_tenant_id_name_key',
  )
  if (draft.features) await setFeatures(tx, typeId, draft.features)
  await record(tx, 'product_type.updated', 'product_type', typeId, { before, after: await factsOfType(tx, typeId) })
}

/** What an event tells of a product type. Read once it is locked: a statement that waits for the lock sees features of before. */
const factsOfType = (tx: Tx, typeId: string) =>
  tx.row<ProductTypeDraft>(sql`
    select y.name, y.description, (
      select coalesce(json_agg(json_build_object('id', s.feature_id, 'value', s.value) order by s.feature_id), '[]')
      from product_type_features s where s.tenant_id = y.tenant_id and s.type_id = y.type_id) as features
    from product_types y where y.tenant_id = (select current_tenant()) and y.type_id = ${typeId}`)

/**
 * Sets exactly these features. Features whose value type is from a later version are kept: the client does not see them
 * and so cannot send them back.
 */
async function setFeatures(tx: Tx, typeId: string, settings: Settings): Promise<void> {
  const ids = settings.map(({ id }) => id.toLowerCase())
  const types = new Map((await findFeatures(tx, ids)).map(({ featureId, typeName }) => [featureId, typeName]))
  for (const [index, { value = null }] of settings.entries()) {
    const id = ids[index] as string
    const type = found(types.get(id)) as FeatureTypeName
    if (ids.indexOf(id) !== index) throw invalid(['features', index, 'id'], 'unique', 'The feature is named twice')
    if (!fitsFeatureType(type, value as FeatureValue))
      throw invalid(['features', index, 'value'], 'feature_value', `Not a value of the type ${type}`)
  }
  await tx.run(sql`
    delete from product_type_features s using features f
    where s.tenant_id = (select current_tenant()) and s.type_id = ${typeId} and s.feature_id <> all(${ids}::uuid[])
      and f.tenant_id = s.tenant_id and f.feature_id = s.feature_id and f.value_type between 1 and 6`)
  const rows = settings.map(({ value = null }, index) => ({ id: ids[index], value }))
  await tx.run(sql`
    insert into product_type_features (type_id, feature_id, value)
    select ${typeId}, (r.item ->> 'id')::uuid, nullif(r.item -> 'value', 'null') from jsonb_array_elements(${json(rows)}) as r (item)
    on conflict (tenant_id, type_id, feature_id) do update set value = excluded.value`)
}

export async function removeProductType(tx: Tx, typeId: string): Promise<void> {
  try {
    await tx.run(sql`
      delete from product_type_features where tenant_id = (select current_tenant()) and type_id = ${typeId}`)
    const before = found(
      await tx.row(sql`
        delete from product_types where tenant_id = (select current_tenant()) and type_id = ${typeId}
        returning name, description`),
    )
    await record(tx, 'product_type.removed', 'product_type', typeId, { before })
  } catch (error) {
    if (isReferredTo(error)) throw new Refusal('RQ409', null, 'Products have this type')
    throw error
  }
}

export async function createFeature(tx: Tx, draft: Out<typeof NewFeature>): Promise<string> {
  const featureId = newId()
  await orNameInUse(
    tx.run(sql`
      insert into features (feature_id, name, description, value_type)
      values (${featureId}, ${draft.name}, ${draft.description}, ${draft.typeId})`),
    'features_tenant_id_name_key',
  )
  await record(tx, 'feature.created', 'feature', featureId, { after: draft })
  return featureId
}

export async function updateFeature(tx: Tx, featureId: string, draft: Out<typeof FeatureDraft>): Promise<void> {
  const before = found(
    await tx.row(sql`
      select name, description from features
      where tenant_id = (select current_tenant()) and feature_id = ${featureId} and value_type between 1 and 6
      for no key update`),
  )
  await orNameInUse(
    tx.run(sql`
      update features set name = ${draft.name}, description = ${draft.description}
      where tenant_id = (select current_tenant()) and feature_id = ${featureId}`),
    'features_tenant_id_name_key',
  )
  await record(tx, 'feature.updated', 'feature', featureId, { before, after: draft })
}

export async function removeFeature(tx: Tx, featureId: string): Promise<void> {
  try {
    const before = found(
      await tx.row(sql`
        delete from features
        where tenant_id = (select current_tenant()) and feature_id = ${featureId} and value_type between 1 and 6
        returning name, description, value_type`),
    )
    await record(tx, 'feature.removed', 'feature', featureId, { before })
  } catch (error) {
    if (isReferredTo(error)) throw new Refusal('RQ409', null, 'Product types have this feature')
    throw error
  }
}

async function orNameInUse(writing: Promise<number>, constraint: string): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (violates(error, constraint)) throw invalid(['name'], 'taken', 'The name is already used')
    throw error
  }
}
