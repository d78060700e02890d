import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

/** The records of each kind whose state the seals keep, by their ids in the audit log; permissions first. */
const records = sql`
  select 'role' as entity, role_id::text as id from roles where tenant_id = ${here}
  union all select 'user', user_id::text from users where tenant_id = ${here} and not is_service
  union all select 'api_key', key_id::text from api_keys where tenant_id = ${here}
  union all select 'webhook', webhook_id::text from webhooks where tenant_id = ${here}
  union all select 'connection', connection_id::text from directory_connections where tenant_id = ${here}
  union all select 'tenant', tenant_id::text from tenants where tenant_id = ${here}
  union all select 'deal_settings', tenant_id::text from deal_settings where tenant_id = ${here}
  union all select 'approval_rule', rule_id::text from approval_rules where tenant_id = ${here}
  union all select 'approval_promise', account_id::text from approval_promises where tenant_id = ${here}
  union all select 'signature', signature_id::text from approval_signatures where tenant_id = ${here}
  union all select 'delegation', delegation_id::text from delegations where tenant_id = ${here}
  union all select 'sign_in', 'sign_in' from sign_in_rules where tenant_id = ${here}
  union all select 'group', group_id::text from account_groups where tenant_id = ${here}
  union all select 'account', account_id::text from accounts where tenant_id = ${here}
  union all select 'price_list', price_list_id::text from price_lists where tenant_id = ${here}
  union all select 'price_plan', plan_id::text from price_plans where tenant_id = ${here}
  union all select 'order', order_id::text from orders where tenant_id = ${here}
  union all select 'license', license_id::text from licenses where tenant_id = ${here}
  union all select 'deal', deal_id::text from deals where tenant_id = ${here}
  union all select 'certification', issued_id::text from issued_certificates where tenant_id = ${here}
  union all select 'certificate', certificate_id::text from certificates where tenant_id = ${here}
  union all select 'product', product_id::text from products where tenant_id = ${here}
  union all select 'product_type', type_id::text from product_types where tenant_id = ${here}
  union all select 'feature', feature_id::text from features where tenant_id = ${here}
  union all select 'environment', environment_id::text from environments where tenant_id = ${here}
  union all select 'file', file_id::text from files where tenant_id = ${here}`

/** Records with events that wait to be sealed may differ from what was sealed last. */
const isSettled = sql`not exists (
  select from audit_unsealed u join audit_log w on w.tenant_id = u.tenant_id and w.audit_id = u.audit_id
  where u.tenant_id = ${here} and w.entity = x.entity and w.entity_id = x.id)`

/** What a record was when its last event was sealed. */
const sealed = sql`
  select distinct on (a.entity, a.entity_id) a.entity, a.entity_id as id, a.entity_name as name, a.at, s.state
  from audit_seals s join audit_log a on a.tenant_id = s.tenant_id and a.audit_id = s.audit_id
  where s.tenant_id = ${here} and s.state is not null
  order by a.entity, a.entity_id, s.seq desc`

/** Somebody who changes rows past the portal leaves no event; the log still knows what each record was (decision 114). */
export const stateInvariants: Invariant[] = [
  {
    name: 'each record is what the audit log sealed last',
    broken: sql`
      select replace(x.entity, '_', ' ') || coalesce(' ' || x.name, '') || ' (' || x.id || ') was changed after its last event of '
          || iso(x.at) as what
      from (${sealed}) x
      where sha256(convert_to(audited_state(x.entity, x.id), 'UTF8')) <> x.state and ${isSettled}`,
  },
  {
    name: 'each record has an event',
    broken: sql`
      select replace(x.entity, '_', ' ') || ' ' || x.id || ' is in no event of the audit log' as what
      from (${records}) x
      where not exists (
        select from audit_log a where a.tenant_id = ${here} and a.entity_id = x.id and a.entity = x.entity)`,
  },
]
