import { type Sql, sql } from '../../platform/database/sql.ts'

/** SQL condition: `p`, or another alias, is this tenant's product with this SKU. */
export const productNamed = (sku: Sql, alias = 'p'): Sql => sql`
  ${sql.ref(`${alias}.tenant_id`)} = (select current_tenant()) and key_of(${sql.ref(`${alias}.sku`)}) = key_of(${sku})`

/** SQL condition: `y` is the product type with this name. */
export const typeNamed = (name: Sql): Sql => sql`
  y.tenant_id = (select current_tenant()) and key_of(y.name) = key_of(${name})`
