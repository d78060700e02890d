import { type Sql, sql } from '../database/sql.ts'
import { type Kind, text } from './cells.ts'

/** A natural key, or a reference to one: without the spaces around it. Two keys are compared without regard to case. */
export const key = (maximum = 255): Kind => {
  const { sqlType, read } = text(maximum)
  return { sqlType, read: (value) => read(value.trim()) }
}

/** Do both name the same record? */
export const sameKey = (one: Sql, other: Sql): Sql => sql`key_of(${one}) = key_of(${other})`

/** Is `a` the account that the code names? */
export const accountNamed = (code: Sql): Sql => sql`
  a.tenant_id = (select current_tenant()) and key_of(a.code) = key_of(${code}) and not a.is_double`

/** Is `p` the product of this tenant that the SKU names? */
export const productNamed = (sku: Sql): Sql => sql`
  p.tenant_id = (select current_tenant()) and key_of(p.sku) = key_of(${sku}) and not p.is_double`

/** Is `l` the price list of account `owner` that the name names? */
export const priceListNamed = (owner: Sql, name: Sql): Sql => sql`
  l.tenant_id = (select current_tenant()) and l.account_id = ${owner} and key_of(l.name) = key_of(${name}) and not l.is_double`

/** Is `y` the product type that the name names? */
export const typeNamed = (name: Sql): Sql => sql`
  y.tenant_id = (select current_tenant()) and key_of(y.name) = key_of(${name}) and not y.is_double`
