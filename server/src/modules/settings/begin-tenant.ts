import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { record, recordRows } from '../audit/index.ts'
import { seedTenant, type TenantDraft } from '../tenants/index.ts'

/** Creates a tenant with its groups, roles and subscriptions. The transaction must already act as that tenant. */
export async function beginTenant(tx: Tx, draft: TenantDraft): Promise<void> {
  await seedTenant(tx, draft)
  await recordBeginning(tx, draft)
}

/** The first entries in the audit log of a tenant. The transaction must act as that tenant. */
export async function recordBeginning(tx: Tx, draft: TenantDraft): Promise<void> {
  await record(tx, 'tenant.created', 'tenant', draft.tenantId, { after: { tenantName: draft.name } })
  await recordRows(
    tx,
    'group.created',
    'group',
    sql`select group_id, null::jsonb, jsonb_build_object('name', name, 'level', level)
        from offered.account_groups where tenant_id = (select current_tenant()) order by level, group_id`,
  )
  await recordRows(
    tx,
    'role.created',
    'role',
    sql`select role_id, null::jsonb, jsonb_build_object('name', name, 'permissions', permissions)
        from offered.roles where tenant_id = (select current_tenant()) order by role_id`,
  )
}
