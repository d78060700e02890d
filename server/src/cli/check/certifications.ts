import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

export const certificationInvariants: Invariant[] = [
  {
    name: 'a certificate that has neither ended nor been revoked counts for its holder',
    broken: sql`
      select 'certificate ' || i.validation_code || ' is valid and does not count' as what
      from issued_certificates i
      where i.tenant_id = ${here} and i.revoked_at is null and i.expires_at > clock() and not i.is_current`,
  },
  {
    name: 'a certificate ends as many months after what it is counted from as its terms have',
    broken: sql`
      select 'certificate ' || i.validation_code || ' ends ' || i.expires_at || ', its terms say otherwise' as what
      from issued_certificates i
      where i.tenant_id = ${here} and (
        i.expires_at <> months_after(i.counted_from, i.counted_months)
        or i.counted_from < i.created_at)`,
  },
  {
    name: 'the certificate of a user is with the account of the user',
    broken: sql`
      select 'certificate ' || i.validation_code || ' of ' || u.email || ' is with another account' as what
      from issued_certificates i
      join users u on u.tenant_id = i.tenant_id and u.user_id = i.user_id
      where i.tenant_id = ${here} and i.account_id <> u.account_id`,
  },
]
