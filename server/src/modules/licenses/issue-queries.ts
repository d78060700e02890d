import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import type { ProductFacts } from '../catalogue/index.ts'

/** What licenses may still be issued on an order, by product: the ordered quantity minus the seats already issued on it. */
export async function findIssued(tx: Reader, orderId: string): Promise<Map<string, number>> {
  const rows = await tx.rows<{ productId: string; left: number }>(sql`
    select i.product_id as "productId", sum(i.qt) - coalesce((
      select sum(l.seats) from licenses l
      where l.tenant_id = i.tenant_id and l.derived_order_id = i.order_id and l.product_id = i.product_id), 0) as left
    from offered.order_items i
    where i.tenant_id = (select current_tenant()) and i.order_id = ${orderId}
    group by i.tenant_id, i.order_id, i.product_id`)
  return new Map(rows.map(({ productId, left }) => [productId, left]))
}

export interface NewLicense {
  licenseId: string
  serialKey: string
  seats: number
  productId: string
  licenseIsPerpetual: boolean
  maintenanceIsPerpetual: boolean
}

export const insertLicenses = (
  tx: Tx,
  licenses: NewLicense[],
  of: { ownerId: string; note: string | null; derivedOrderId: string | null },
): void =>
  tx.later(sql`
    insert into licenses (license_id, serial_key, seats, product_id, license_is_perpetual, maintenance_is_perpetual,
                          owner_id, note, derived_order_id)
    select l."licenseId", l."serialKey", l.seats, l."productId", l."licenseIsPerpetual", l."maintenanceIsPerpetual",
           ${of.ownerId}, ${of.note}, ${of.derivedOrderId}::uuid
    from jsonb_to_recordset(${json(licenses)}) as l (
      "licenseId" uuid, "serialKey" text, seats int, "productId" uuid, "licenseIsPerpetual" boolean, "maintenanceIsPerpetual" boolean)`)

export interface NewDetail {
  licenseId: string
  position: number
  product: ProductFacts
}

/** The columns for the durations of license and maintenance, which a detail copies from its product. */
export const terms = (alias?: string): Sql =>
  sql.join(
    ['license', 'maintenance'].flatMap((grant) =>
      ['years', 'months', 'days', 'is_perpetual'].map((part) =>
        sql.ref(alias === undefined ? `${grant}_${part}` : `${alias}.${grant}_${part}`),
      ),
    ),
  )

/**
 * Each detail copies the current durations of its product, so that later changes to the product do not change the
 * license.
 */
export const insertDetails = (tx: Tx, details: NewDetail[]): void =>
  tx.later(sql`
    insert into license_details (license_detail_id, license_id, position, product_id, ${terms()})
    select d.detail_id, d.license_id, d.position, p.product_id, ${terms('p')}
    from unnest(${details.map(() => newId())}::uuid[], ${details.map((detail) => detail.licenseId)}::uuid[],
                ${details.map((detail) => detail.position)}::int[], ${details.map((detail) => detail.product.productId)}::uuid[])
      as d (detail_id, license_id, position, product_id)
    join offered.product_publications b on b.tenant_id = (select current_tenant()) and b.product_id = d.product_id
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id`)
