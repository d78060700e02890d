import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

export const numberInvariants: Invariant[] = [
  {
    name: 'the next number of a record is above all that there are',
    broken: sql`
      select r.code || ' is there, and ' || n.series || ' of ' || n.year || ' has come to ' || n.last as what
      from (
        select 'SO' as series, code from orders where tenant_id = ${here}
        union all
        select 'DL', code from deals where tenant_id = ${here}
      ) r
      join numbers_given() n on n.series = r.series and left(r.code, 8) = n.series || '-' || n.year || '-'
      where substring(r.code from '^.{8}([0-9]{6,9})$')::bigint > n.last`,
  },
]
