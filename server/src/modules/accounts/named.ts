import { type Sql, sql } from '../../platform/database/sql.ts'

/** SQL condition: `a` is the account with this code. */
export const accountNamed = (code: Sql): Sql => sql`
  a.tenant_id = (select current_tenant()) and key_of(a.code) = key_of(${code}) and not a.is_double`

/** SQL condition: the account is in reach of the transaction. */
export const inReach = (accountId: Sql): Sql => sql`${accountId} in (select account_id from reachable_accounts())`

/** SQL for the code of an account; null when the account is out of reach. */
export const codeInReach = (accountId: Sql): Sql => sql`(
  select c.code from accounts c
  where c.tenant_id = (select current_tenant()) and c.account_id = ${accountId} and ${inReach(sql`c.account_id`)})`
