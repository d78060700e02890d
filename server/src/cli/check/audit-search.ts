import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

export const sealedEvents = sql`
  select l.* from audit_seals s join audit_log l using (tenant_id, audit_id) where s.tenant_id = ${here}`

/** What the audit log is searched by follows from its events. */
export const auditSearchInvariants: Invariant[] = [
  {
    name: 'each seal of the audit log has what the search compares of its event',
    broken: sql`
      select 'event ' || l.audit_id || ' of ' || iso(l.at) || ' is searched by other values than its own' as what
      from audit_seals s join audit_log l using (tenant_id, audit_id)
      where s.tenant_id = ${here} and (s.at, s.user_id, s.account_id, s.entity, s.action, s.name_folded)
        is distinct from (l.at, l.user_id, l.account_id, l.entity, l.action, l.name_folded)`,
  },
  {
    name: 'the events of price lists are known by the products that they name',
    broken: sql`
      select 'event ' || coalesce(e.audit_id, p.audit_id) || case when p.audit_id is null then ' is not found by product '
          else ' is found by product ' end || coalesce(e.product_id, p.product_id) as what
      from (
        select distinct x.audit_id, said.id #>> '{}' as product_id
        from (${sealedEvents}) x
        cross join lateral jsonb_path_query(jsonb_build_array(x.before, x.after), '$[*].**.productId') as said (id)
        where x.entity = 'price_list' and said.id #>> '{}' is not null
      ) e
      full join (select audit_id, product_id from audit_products where tenant_id = ${here}) p using (audit_id, product_id)
      where e.audit_id is null or p.audit_id is null`,
  },
]
