import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

/** Ids of other systems, which no foreign key ties to their records (decision 135). */
export const externalIdInvariants: Invariant[] = [
  {
    name: 'an external id is that of a record that is there',
    broken: sql`
      select e.kind || ' ' || e.record_id || ' has the id ' || e.external_id || ' of ' || e.system || ' and is not there' as what
      from external_ids e
      where e.tenant_id = ${here} and not exists (
        select from accounts a where e.kind = 'account' and a.tenant_id = ${here} and a.account_id = e.record_id and a.deleted_at is null
        union all select from deals d where e.kind = 'deal' and d.tenant_id = ${here} and d.deal_id = e.record_id
        union all select from licenses l where e.kind = 'license' and l.tenant_id = ${here} and l.license_id = e.record_id
        union all select from orders o where e.kind = 'order' and o.tenant_id = ${here} and o.order_id = e.record_id
        union all
        select from product_publications p where e.kind = 'product' and p.tenant_id = ${here} and p.product_id = e.record_id)`,
  },
]
