import type { Product } from '@trellis/contract/catalogue'
import type { Duration } from '@trellis/contract/durations'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { listStatuses, viewOf } from './queries.ts'

/** What orders and licenses need to know about a product. */
export interface ProductFacts {
  productId: string
  sku: string
  name: string
  status: Product['status']
  priceMsrp: number
  /** Currency of the MSRP. */
  currencyId: number
  isLicense: boolean
  licensePrefix: string | null
  licenseActivationRule: Product['licenseActivationRule']
  licenseMaxVersion: string | null
  isTrial: boolean
  isUpgradeRight: boolean
  extendedProductId: string | null
  environmentType: Product['environmentType']
  license: Duration
  maintenance: Duration
}

/** The products with these ids that are published in the tenant, with any status. Others are missing from the map. */
export async function findProducts(tx: Reader, productIds: string[]): Promise<Map<string, ProductFacts>> {
  const rows = await tx.rows<ProductFacts>(sql`
    select p.product_id as "productId", p.sku, p.name, p.status, p.price_msrp::float8 as "priceMsrp", p.currency_id as "currencyId", p.is_license as "isLicense",
           p.license_prefix as "licensePrefix", p.license_activation_rule as "licenseActivationRule",
           p.license_max_version as "licenseMaxVersion", p.is_trial as "isTrial", p.is_upgrade_right as "isUpgradeRight",
           p.extended_product_id as "extendedProductId", p.environment_type as "environmentType",
           json_build_object('years', p.license_years, 'months', p.license_months, 'days', p.license_days,
                             'perpetual', p.license_is_perpetual) as license,
           json_build_object('years', p.maintenance_years, 'months', p.maintenance_months, 'days', p.maintenance_days,
                             'perpetual', p.maintenance_is_perpetual) as maintenance
    from product_publications b
    join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where b.tenant_id = (select current_tenant()) and b.product_id = any(${[...new Set(productIds)]}::uuid[])`)
  return new Map(rows.map((row) => [row.productId, row]))
}

/**
 * The status of each of these products that the actor sees: with `ra` all products of the tenant, else those its account
 * can buy.
 */
export async function findStatuses(
  tx: Reader,
  actor: Actor,
  productIds: string[],
): Promise<Map<string, Product['status']>> {
  const rows = await listStatuses(tx, productIds, viewOf(actor))
  return new Map(rows.map(({ productId, status }) => [productId, status]))
}
