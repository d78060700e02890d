import type { ProductDraft } from '@trellis/contract/catalogue'
import { violates } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { forbid, found, invalid, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isReached } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { changeExternalIds, isSandbox } from '../tenants/index.ts'
import { insertProducts, insertPublications, productFacts } from './insert-products.ts'
import { licenseOf, maintenanceOf, selfExtension, subscriptionOf, whyNotPublish } from './rules.ts'

type Row = Record<string, unknown>

/**
 * Adds a product to the catalogue of the actor's tenant and publishes it there and in the draft's tenants. Its status is
 * Pending by default.
 * Refuses PD409 for a SKU in use, RQ404 for a product, type or tenant that does not exist here, RQ403 for publishing in
 * another tenant without being a super admin. External ids are refused as `changeExternalIds` does.
 */
export async function createProduct(tx: Tx, actor: Actor, draft: ProductDraft): Promise<string> {
  const productId = newId()
  const row = { ...(await rowOf(tx, draft)), status: draft.status ?? 'Pending' }
  forbid(whyNotPublish(draft.tenants ?? [], actor), { reason: 'level' })
  const product = JSON.stringify({ product_id: productId, ...row })
  await orSkuInUse(
    insertProducts(tx, Object.keys(row), sql`select * from jsonb_populate_record(null::products, ${product}::jsonb)`),
  )
  const tenants = await publish(tx, productId, [actor.tenantId, ...(draft.tenants ?? [])])
  const ids = await changeExternalIds(tx, { kind: 'product', recordId: productId, isReached }, draft.externalIds)
  await record(tx, 'product.created', 'product', productId, { after: { ...row, tenants, ...ids?.after } })
  return productId
}

/**
 * Replaces the fields of a product of this tenant. Status, currency and tenants keep their values when the draft leaves
 * them out.
 */
export async function updateProduct(tx: Tx, actor: Actor, productId: string, draft: ProductDraft): Promise<void> {
  const before = found(await lockProduct(tx, productId))
  const themselves = selfExtension(draft, productId)
  if (themselves) throw themselves
  const row = { ...(await rowOf(tx, draft, before)), status: draft.status ?? before.status }
  forbid(whyNotPublish(draft.tenants ?? [], actor), { reason: 'level' })
  const columns = Object.keys(row).map((column) => sql.ref(column))
  const after = await orSkuInUse(
    tx.row<{ row: Row }>(sql`
      update products p set (${sql.join(columns)}) = (${sql.join(Object.values(row))})
      where p.tenant_id = (select current_tenant()) and p.product_id = ${productId}
      returning ${productFacts(sql`p`)} as row`),
  )
  // Other users do not see where else a product is published, so their drafts do not change it.
  const published = draft.tenants && actor.isSuperAdmin ? await republish(tx, actor, productId, draft.tenants) : null
  const ids = await changeExternalIds(tx, { kind: 'product', recordId: productId, isReached }, draft.externalIds)
  await record(tx, 'product.updated', 'product', productId, {
    before: { ...before, ...published?.before, ...ids?.before },
    after: { ...after?.row, ...published?.after, ...ids?.after },
  })
}

/** Publishes a product in its own tenant and these, and no other; says where it was and is. Refuses as `publish` does. */
async function republish(tx: Tx, actor: Actor, productId: string, tenantIds: string[]) {
  const before = await tx.rows<{ id: string }>(sql`
    select tenant_id as id from product_publications
    where owner_tenant_id = (select current_tenant()) and product_id = ${productId} order by tenant_id`)
  const tenants = await publish(tx, productId, [actor.tenantId, ...tenantIds])
  return { before: { tenants: before.map(({ id }) => id) }, after: { tenants } }
}

/** The row, locked until the end of the transaction. Only products that this tenant owns can be locked. */
export const lockProduct = async (tx: Tx, productId: string): Promise<Row | undefined> => {
  const locked = await tx.row<{ row: Row }>(sql`
    select ${productFacts(sql`p`)} as row
    from products p where p.tenant_id = (select current_tenant()) and p.product_id = ${productId}
    for no key update`)
  return locked?.row
}

/** The column values of a draft, after everything it refers to has been found. */
async function rowOf(tx: Tx, draft: ProductDraft, before?: Row): Promise<Row> {
  const license = licenseOf(draft)
  const maintenance = maintenanceOf(draft)
  return {
    sku: draft.sku,
    oem_sku: draft.oemSku ?? null,
    name: draft.name,
    description: draft.description ?? null,
    price_msrp: draft.priceMsrp,
    is_license: draft.isLicense,
    license_prefix: draft.licensePrefix ?? null,
    license_activation_rule: draft.licenseActivationRule ?? null,
    license_max_version: draft.licenseMaxVersion || null,
    seat_reclaim_days: draft.seatReclaimDays ?? null,
    self_releases: draft.selfReleases,
    license_is_perpetual: license.perpetual,
    license_years: license.years,
    license_months: license.months,
    license_days: license.days,
    maintenance_is_perpetual: maintenance.perpetual,
    maintenance_years: maintenance.years,
    maintenance_months: maintenance.months,
    maintenance_days: maintenance.days,
    is_upgrade_right: draft.islicenseUpgradeRight,
    is_trial: draft.isLicenseTrial,
    air_server_required: draft.airServerRequired,
    environment_type: draft.environmentType,
    ...(await namedBy(tx, draft, before)),
  }
}

/**
 * Resolves the ids in a draft within this tenant. Unknown lookups are refused with RQ422, unknown products and types with
 * RQ404.
 */
async function namedBy(tx: Tx, draft: ProductDraft, before?: Row): Promise<Row> {
  const wanted = {
    currency_id: draft.currencyId ?? before?.currency_id ?? null,
    subscription_id: subscriptionOf(draft),
    type_id: (typeof draft.type === 'string' ? draft.type : draft.type?.id) ?? null,
    extended_product_id: draft.extendedProductId ?? null,
    original_product_id: draft.originalProductId ?? null,
  }
  const here = found(
    await tx.row<{
      currency: number | null
      subscription: number | null
      type: string | null
      extended: string | null
      original: string | null
    }>(sql`
      select
        (select c.currency_id from offered.currencies c where c.currency_id = coalesce(${wanted.currency_id}::bigint, t.currency_id)) as currency,
        (select s.subscription_id from offered.subscriptions s
         where s.tenant_id = t.tenant_id and s.subscription_id = ${wanted.subscription_id}::bigint) as subscription,
        (select y.type_id from product_types y where y.tenant_id = t.tenant_id and y.type_id = ${wanted.type_id}::uuid) as type,
        (select x.status from products x where x.tenant_id = t.tenant_id and x.product_id = ${wanted.extended_product_id}::uuid) as extended,
        (select x.status from products x where x.tenant_id = t.tenant_id and x.product_id = ${wanted.original_product_id}::uuid) as original
      from offered.tenants t where t.tenant_id = (select current_tenant())`),
  )
  if (here.currency === null) throw invalid(['currencyId'], 'unknown', 'There is no such currency')
  if (wanted.subscription_id !== here.subscription)
    throw invalid(['subscriptionId'], 'unknown', 'There is no such subscription')
  if (wanted.type_id !== null) found(here.type)
  if (wanted.extended_product_id !== null) found(here.extended)
  if (wanted.original_product_id !== null) found(here.original)
  if (here.extended === 'Deleted' && wanted.extended_product_id !== before?.extended_product_id)
    throw invalid(['extendedProductId'], 'deleted', 'The product to extend was deleted')
  return { ...wanted, currency_id: here.currency }
}

/**
 * Publishes a product in exactly these tenants. Refuses RQ404 for an unknown tenant, RQ409 when a tenant to be removed
 * still uses the product.
 */
async function publish(tx: Tx, productId: string, tenantIds: string[]): Promise<string[]> {
  const wanted = [...new Set(tenantIds.map((id) => id.toLowerCase()))].sort()
  try {
    await tx.run(sql`
      delete from product_publications
      where owner_tenant_id = (select current_tenant()) and product_id = ${productId} and tenant_id <> all(${wanted}::uuid[])`)
  } catch (error) {
    if (isReferredTo(error)) throw new Refusal('RQ409', null, 'Another tenant already uses the product')
    throw error
  }
  const known = await tx.rows(sql`
    select from offered.tenants t
    where t.tenant_id = any(${wanted}::uuid[])
      -- A sandbox and the real tenants do not know of each other.
      and (t.tenant_id = (select current_tenant()) or not t.is_sandbox and not ${isSandbox})`)
  if (known.length < wanted.length) throw new Refusal('RQ404')
  await insertPublications(
    tx,
    sql`select tenant_id, ${productId}::uuid as product_id from unnest(${wanted}::uuid[]) as tenant_id`,
  )
  return wanted
}

/** Whether a foreign key refused a delete because rows still refer to the record. */
export const isReferredTo = (error: unknown): boolean => (error as { code?: unknown }).code === '23503'

async function orSkuInUse<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (violates(error, 'products_tenant_id_sku_key')) throw new Refusal('PD409')
    throw error
  }
}
