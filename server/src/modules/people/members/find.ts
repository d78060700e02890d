import {
  type Asked,
  anyAccount,
  anyText,
  candidatesOf,
  type Findable,
  grade,
  tenant,
} from '../../../platform/database/finding.ts'
import { sql } from '../../../platform/database/sql.ts'

const name = sql`(u.first_name_folded || ' ' || u.last_name_folded)`
const email = sql`u.email_folded`

/** Finds users by name and e-mail address, also combined with the account's name; null without permission to read users. */
export function usersFound(asked: Asked): Findable | null {
  const read = asked.readIn('Users')
  if (read === null) return null
  const isVisible = sql`u.deleted_at is null and a.deleted_at is null and ${read.reaches(sql`u.account_id`)}`
  const some = candidatesOf(sql`from users t`, 'user_id').some(read.reaches(sql`t.account_id`))
  const own = asked.bits(sql`(${name} || ' ' || ${email})`)
  return {
    kinds: ['user'],
    mayHave: (patterns) => sql`${anyText('user', patterns)} or ${anyAccount(patterns)}`,
    rows: asked.best(
      'user',
      sql`
        select u.user_id as record_id, u.created_at as at, ${grade([name, email], [name, email])} as grade
        from (${asked.textsOr('user', some)}) k
        join users u on u.tenant_id = ${tenant} and u.user_id = k.record_id
        join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id
        cross join asked q
        left join named_accounts n on n.account_id = u.account_id
        where ${own} <> 0 and ${own} | coalesce(n.bits, 0) = ${asked.everyBit} and ${isVisible}`,
    ),
    shown: sql`
      select json_build_object(
        'title', u.first_name || ' ' || u.last_name, 'code', u.email::text, 'about', a.name, 'accountId', a.account_id,
        'creationDate', iso(u.created_at))
      from users u join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id
      where u.tenant_id = ${tenant} and u.user_id = h.record_id and ${isVisible}`,
  }
}
