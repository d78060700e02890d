import { type Sql, sql } from '../../../platform/database/sql.ts'
import { hasWord, type Source } from '../../../platform/database/words.ts'

const tenant = sql`(select current_tenant())`
const text = sql`fold(concat_ws(' ', u.first_name, u.last_name, u.email::text))`

/** Users by a word of their name or e-mail address, for searches; deleted ones too, because their records stay. */
export const usersByWord: Source = {
  ids: (patterns) => sql`select u.user_id from users u where u.tenant_id = ${tenant} and ${text} like any(${patterns})`,
}

/** SQL condition for when too many users match to look them up first: the column is one of them. */
export const isUserByWord = (column: Sql, word: string): Sql => sql`${column} in (
  select u.user_id from users u where u.tenant_id = ${tenant} and ${hasWord(word, text)})`
