import { contains, type Value } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { hasWord, type Named, recordsNamed, type Source, some } from '../../platform/database/words.ts'

/** SQL condition: `a` is the account with this code. */
export const accountNamed = (code: Sql): Sql => sql`
  a.tenant_id = (select current_tenant()) and key_of(a.code) = key_of(${code})`

/** SQL condition: the account is in reach of the transaction. */
export const inReach = (accountId: Sql): Sql => sql`${accountId} in (select account_id from reachable_accounts())`

/**
 * The same, asked of one row: it looks this account up. The other condition reads all accounts in reach first, as many as the
 * tenant has. `offset 0` keeps the planner from doing that here too.
 */
export const isReached = (accountId: Sql): Sql => sql`exists (
  select from accounts_at_or_above(${accountId}) t
  where t.account_id = (select nullif(current_setting('app.reach', true), '')::uuid) offset 0)`

/** SQL for the code of an account; null when the account is out of reach. */
export const codeInReach = (accountId: Sql): Sql => sql`(
  select c.code from accounts c
  where c.tenant_id = (select current_tenant()) and c.account_id = ${accountId} and ${inReach(sql`c.account_id`)})`

/** Finds accounts by a word of their name, for searches; also deleted ones, because their records are kept. */
export const accountsByWord: Source = recordsNamed('accountName')

/** A filter by a part of the name of an account: `column` is one whose part was looked up as `parties`. */
export const isAccountNamed =
  (parts: Named<'parties'>, column: Sql) =>
  (values: Value[]): Sql =>
    some(
      values.map((value) =>
        parts(
          'parties',
          String(value),
          column,
          () => sql`${column} in (
            select a.account_id from accounts a
            where a.tenant_id = (select current_tenant()) and ${contains(sql`a.name_folded`)([value])})`,
        ),
      ),
    )

/** SQL condition that the column is such an account, for when too many accounts match to look them up first. */
export const isAccountByWord = (column: Sql, word: string): Sql => sql`${column} in (
  select a.account_id from accounts a where a.tenant_id = (select current_tenant()) and ${hasWord(word, sql`a.name_folded`)})`
