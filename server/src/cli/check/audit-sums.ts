import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'
import { added } from './sums.ts'

const here = sql`(select current_tenant())`
const nil = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** The events that the sums include. */
export const summedEvents = sql`
  select l.* from audit_seals s join audit_log l using (tenant_id, audit_id)
  where s.tenant_id = ${here} and s.seq <= (select a.seq from audit_summed a where a.tenant_id = ${here})`

export const auditSumsInvariants: Invariant[] = [
  {
    name: 'each seal of the audit log has what the search compares of its event',
    broken: sql`
      select 'event ' || l.audit_id || ' of ' || iso(l.at) || ' is searched by other values than its own' as what
      from audit_seals s join audit_log l using (tenant_id, audit_id)
      where s.tenant_id = ${here} and (s.at, s.user_id, s.account_id, s.entity, s.action, s.name_folded)
        is distinct from (l.at, l.user_id, l.account_id, l.entity, l.action, l.name_folded)`,
  },
  {
    name: 'the sums of the audit log are what its events add up to',
    broken: added(
      sql`audit_sums`,
      ['grain', 'account_id', 'user_id', 'day', 'entity', 'action'],
      ['events'],
      sql`
        select g.grain, g.account_id, g.user_id, g.day, g.entity, g.action, count(*) as events
        from (${summedEvents}) e
        cross join lateral (
          select 't'::"char" as grain, ${nil} as account_id, ${nil} as user_id, '-infinity'::date as day, e.entity, e.action
          union all select 'd', ${nil}, ${nil}, (e.at at time zone 'UTC')::date, e.entity, e.action
          union all select 'a', coalesce(e.account_id, ${nil}), ${nil}, '-infinity', e.entity, e.action
          union all select 'u', coalesce(e.account_id, ${nil}), coalesce(e.user_id, ${nil}), '-infinity', '', ''
        ) g
        group by 1, 2, 3, 4, 5, 6`,
      'events',
    ),
  },
  {
    name: 'the events of price lists are known by the products that they name',
    broken: sql`
      select 'event ' || coalesce(e.audit_id, p.audit_id) || case when p.audit_id is null then ' is not found by product '
          else ' is found by product ' end || coalesce(e.product_id, p.product_id) as what
      from (
        select distinct x.audit_id, said.id #>> '{}' as product_id
        from (${summedEvents}) x
        cross join lateral jsonb_path_query(jsonb_build_array(x.before, x.after), '$[*].**.productId') as said (id)
        where x.entity = 'price_list' and said.id #>> '{}' is not null
      ) e
      full join (select audit_id, product_id from audit_products where tenant_id = ${here}) p using (audit_id, product_id)
      where e.audit_id is null or p.audit_id is null`,
  },
]
