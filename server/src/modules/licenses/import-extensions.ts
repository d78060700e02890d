import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { Fault, type Kind } from '../../platform/import/cells.ts'
import { report, sound } from '../../platform/import/stage.ts'
import { productNamed } from '../catalogue/index.ts'

/*
 * The extensions of imported keys (rules K38): what their seats may use beside the product itself. How long a key lasts is in its
 * ends, so an extension prolongs nothing.
 */

const mostPieces = 100

/** `SKU|SKU:2`: the extensions of a key, each with its pieces for a seat. */
export const extensionsCell: Kind = {
  sqlType: 'jsonb',
  read: (value) => {
    const list = value.split('|').map((each) => {
      const [, sku = '', pieces = '1'] = /^\s*(.+?)\s*(?::\s*(\d{1,3})\s*)?$/.exec(each) ?? []
      return { sku, pieces: Number(pieces) }
    })
    const isGood = list.every(({ sku, pieces }) => sku !== '' && pieces >= 1 && pieces <= mostPieces)
    return isGood ? JSON.stringify(list) : new Fault('notExtensions', mostPieces)
  },
}

const given = sql`lateral (
  select n.value ->> 'sku' as sku, (n.value ->> 'pieces')::int as pieces, n.place
  from jsonb_array_elements(s.extensions) with ordinality as n (value, place)) e`

/** Each extension is a product of the catalogue other than that of the key. */
export async function checkExtensions(tx: Tx): Promise<void> {
  await report(
    tx,
    'extensions',
    'noExtension',
    sql`from stage_licenses s where ${sound} and s.extensions is not null and exists (
      select from ${given}
      left join offered.products x on ${productNamed(sql`e.sku`, 'x')}
      where x.product_id is null or x.product_id = s.product_id)`,
  )
}

/** One grant without a duration for each piece, after that of the product. `those`: the rows of the batch. */
export const insertExtensions = (tx: Tx, those: Sql): Promise<number> =>
  tx.run(sql`
    insert into license_details (license_detail_id, license_id, position, created_at, product_id, license_years, license_months,
                                 license_days, license_is_perpetual, maintenance_years, maintenance_months, maintenance_days,
                                 maintenance_is_perpetual)
    select id_at(s.creation_date), s.license_id, 1 + row_number() over (partition by s.license_id order by e.place, piece),
           s.creation_date, x.product_id, 0, 0, 0, false, 0, 0, 0, false
    from stage_licenses s
    cross join ${given}
    join offered.products x on ${productNamed(sql`e.sku`, 'x')}
    cross join lateral generate_series(1, e.pieces) as piece
    where ${those} and s.extensions is not null`)

/** SQL: the cell of a license `l`, as its leases count the pieces (decision 105). */
export const extensionsInFiles: Sql = sql`(
  select string_agg(x.sku || ':' || x.pieces, '|' order by x.position, x.sku)
  from (
    select p.sku, min(d.position) as position,
           greatest(count(*) filter (where r.license_detail_id is null), 1) as pieces
    from license_details d
    join offered.products p on p.tenant_id = d.tenant_id and p.product_id = d.product_id
    left join license_renewals r on r.tenant_id = d.tenant_id and r.license_detail_id = d.license_detail_id
    where d.tenant_id = l.tenant_id and d.license_id = l.license_id and d.product_id <> l.product_id
    group by p.sku
  ) x)`
