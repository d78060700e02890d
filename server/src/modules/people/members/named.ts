import { type Sql, sql } from '../../../platform/database/sql.ts'
import { hasWord, recordsNamed, type Source } from '../../../platform/database/words.ts'

const tenant = sql`(select current_tenant())`
const text = sql`(u.first_name_folded || ' ' || u.last_name_folded || ' ' || u.email_folded)`

/** Finds users by a word of their name or e-mail address, for searches; also deleted ones, because their records are kept. */
export const usersByWord: Source = recordsNamed('user')

/** SQL condition that the column is such a user, for when too many users match to look them up first. */
export const isUserByWord = (column: Sql, word: string): Sql => sql`${column} in (
  select u.user_id from users u where u.tenant_id = ${tenant} and ${hasWord(word, text)})`
