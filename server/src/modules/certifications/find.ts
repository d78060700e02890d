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
import { firstName, issued, lastName } from './issued-queries.ts'

const candidates = candidatesOf(sql`from issued_certificates t`, 'issued_id')
const kind = sql`case i.kind when 'Account' then 'accountCertificate' else 'userCertificate' end`
const person = sql`fold(coalesce(${firstName} || ' ' || ${lastName}, ''))`

/** Finds certificates by validation code, name, person and account; null without permission to read certificates. */
export function certificatesFound(asked: Asked): Findable | null {
  const read = asked.readIn('Certifications')
  if (read === null) return null
  const reached = read.reaches(sql`i.account_id`)
  const latestOf = (kind: 'User' | 'Account') =>
    candidates.latest(sql`t.kind = ${sql.lit(kind)} and ${read.reaches(sql`t.account_id`)}`)
  return {
    kinds: ['userCertificate', 'accountCertificate'],
    mayHave: (patterns) => sql`
      ${anyText('certificate', patterns)} or ${anyText('user', patterns)} or ${anyAccount(patterns)} or exists (
        select from certificates c where c.tenant_id = ${tenant} and fold(c.name) like any(${patterns}))`,
    rows: asked.nearThenFar({
      near: sql`(${latestOf('User')}) union (${latestOf('Account')})`,
      far: (isNeeded) => sql`
        ${asked.textsOf('certificate', isNeeded)}
        union select i.issued_id from (${asked.textsOf('user', isNeeded)}) f
        join issued_certificates i on i.tenant_id = ${tenant} and i.user_id = f.record_id
        union ${candidates.ofNamed('account_id', isNeeded)}`,
      hits: (some) => sql`
        select ${kind} as kind, i.issued_id as record_id, i.created_at as at,
               ${grade([sql`lower(i.validation_code)`], [person, sql`lower(i.validation_code)`])} as grade
        from (${some}) k
        join (${issued}) on i.tenant_id = ${tenant} and i.issued_id = k.record_id
        cross join asked q
        left join named_accounts n on n.account_id = i.account_id
        where ${asked.bits(sql`(${person} || ' ' || lower(i.validation_code) || ' ' || fold(c.name))`)}
              | coalesce(n.bits, 0) = ${asked.everyBit} and ${reached}`,
    }),
    shown: sql`
      select json_build_object(
        'title', case i.kind when 'Account' then a.name else ${firstName} || ' ' || ${lastName} end || ' · ' || c.name,
        'code', i.validation_code, 'about', a.name, 'accountId', a.account_id, 'creationDate', iso(i.created_at))
      from ${issued} where i.tenant_id = ${tenant} and i.issued_id = h.record_id and ${kind} = h.kind and ${reached}`,
  }
}
