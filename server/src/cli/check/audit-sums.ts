import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'
import { added } from './sales.ts'

const here = sql`(select current_tenant())`
const nil = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** The events that the sums include. */
const summed = sql`
  select l.* from audit_seals s join audit_log l using (tenant_id, audit_id)
  where s.tenant_id = ${here} and s.seq <= (select a.seq from audit_summed a where a.tenant_id = ${here})`

export const auditSumsInvariants: Invariant[] = [
  {
    name: 'the sums of the audit log are what its events add up to',
    broken: added(
      sql`audit_sums`,
      ['grain', 'account_id', 'user_id', 'day', 'entity', 'action'],
      ['events'],
      sql`
        select g.grain, g.account_id, g.user_id, g.day, g.entity, g.action, count(*) as events
        from (${summed}) e
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
    name: 'the audit log is searched by every name that a record has had',
    broken: sql`
      select 'record ' || coalesce(e.entity_id, t.entity_id) || ' was called ' || coalesce(e.folded, t.folded) || ' in ' || coalesce(e.events, 0)
          || ' events, the search says ' || coalesce(t.events, 0) as what
      from (
        select entity_id, name_folded as folded, count(*) as events from (${summed}) x where name_folded is not null group by 1, 2
      ) e
      full join audit_texts_of_tenant() t on t.entity_id = e.entity_id and t.folded = e.folded
      where e.events is distinct from t.events`,
  },
  {
    name: 'the events of price lists are known by the products that they name',
    broken: sql`
      select 'event ' || coalesce(e.audit_id, p.audit_id) || case when p.audit_id is null then ' is not found by product '
          else ' is found by product ' end || coalesce(e.product_id, p.product_id) as what
      from (
        select distinct x.audit_id, said.id #>> '{}' as product_id
        from (${summed}) x
        cross join lateral jsonb_path_query(jsonb_build_array(x.before, x.after), '$[*].**.productId') as said (id)
        where x.entity = 'price_list' and said.id #>> '{}' is not null
      ) e
      full join (select audit_id, product_id from audit_products where tenant_id = ${here}) p using (audit_id, product_id)
      where e.audit_id is null or p.audit_id is null`,
  },
]
