import {
  type Asked,
  anyAccount,
  anyText,
  candidatesOf,
  type Findable,
  grade,
  tenant,
} from '../../platform/database/finding.ts'
import { sql } from '../../platform/database/sql.ts'

const name = sql`fold(e.customer_name)`
const code = sql`fold(e.customer_environment_id)`

/** Finds on-premise environments by customer and id; null without permission to read environments. */
export function environmentsFound(asked: Asked): Findable | null {
  const read = asked.readIn('Environments')
  if (read === null) return null
  const reached = read.reaches(sql`e.account_id`)
  const latest = candidatesOf(sql`from environments t`, 'environment_id').latest(read.reaches(sql`t.account_id`))
  const own = asked.bits(sql`(${name} || ' ' || ${code})`)
  return {
    kinds: ['environment'],
    mayHave: (patterns) => sql`${anyText('environment', patterns)} or ${anyAccount(patterns)}`,
    rows: asked.best(
      'environment',
      sql`
        select e.environment_id as record_id, e.created_at as at, ${grade([name, code], [name, code])} as grade
        from (${asked.textsOr('environment', latest)}) k
        join environments e on e.tenant_id = ${tenant} and e.environment_id = k.record_id
        cross join asked q
        left join named_accounts n on n.account_id = e.account_id
        where ${own} <> 0 and ${own} | coalesce(n.bits, 0) = ${asked.everyBit} and ${reached}`,
    ),
    shown: sql`
      select json_build_object(
        'title', e.customer_name, 'code', e.customer_environment_id, 'about', a.name, 'accountId', a.account_id,
        'creationDate', iso(e.created_at))
      from environments e join offered.accounts a on a.tenant_id = e.tenant_id and a.account_id = e.account_id
      where e.tenant_id = ${tenant} and e.environment_id = h.record_id and ${reached}`,
  }
}
