import { type Sql, sql } from '../database/sql.ts'
import { type Kind, text } from './cells.ts'

/** A natural key, or a reference to one; trimmed. Keys are compared case-insensitively. */
export const key = (maximum = 255): Kind => {
  const { sqlType, read } = text(maximum)
  return { sqlType, read: (value) => read(value.trim()) }
}

/** Whether two keys are equal. */
export const sameKey = (one: Sql, other: Sql): Sql => sql`key_of(${one}) = key_of(${other})`

/** Condition: `a` is the account with this code. */
export const accountNamed = (code: Sql): Sql => sql`
  a.tenant_id = (select current_tenant()) and key_of(a.code) = key_of(${code}) and not a.is_double`

/** Condition: `p` is this tenant's product with this SKU. */
export const productNamed = (sku: Sql): Sql => sql`
  p.tenant_id = (select current_tenant()) and key_of(p.sku) = key_of(${sku}) and not p.is_double`

/** Condition: `l` is the price list of account `owner` with this name. */
export const priceListNamed = (owner: Sql, name: Sql): Sql => sql`
  l.tenant_id = (select current_tenant()) and l.account_id = ${owner} and key_of(l.name) = key_of(${name}) and not l.is_double`

/** Condition: `y` is the product type with this name. */
export const typeNamed = (name: Sql): Sql => sql`
  y.tenant_id = (select current_tenant()) and key_of(y.name) = key_of(${name}) and not y.is_double`
