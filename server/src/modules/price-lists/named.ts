import { type Sql, sql } from '../../platform/database/sql.ts'

/** SQL condition: `l` is the price list of account `owner` with this name. */
export const priceListNamed = (owner: Sql, name: Sql): Sql => sql`
  l.tenant_id = (select current_tenant()) and l.account_id = ${owner} and key_of(l.name) = key_of(${name})`
