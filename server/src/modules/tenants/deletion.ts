import { nobody } from '../../platform/database/context-query.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { tenantsChannel } from './suspension.ts'

/** How long a real tenant is suspended before it may be deleted (rules G32). The schema refuses it earlier. */
export const holdDays = 30

/**
 * Notes that the deletion of the transaction's tenant, which is suspended, has begun: it is not resumed any more, its devices are refused
 * and its jobs rest. Nothing happens when it has begun before. Only the owner may: call it in `db.administer`.
 */
export async function beginDeletion(tx: Tx): Promise<void> {
  await tx.run(sql`
    update tenants set deletion_began_at = machine_clock()
    where tenant_id = (select current_tenant()) and deletion_began_at is null`)
  await tx.run(sql`
    select pg_notify(${tenantsChannel}, code::text) from tenants where tenant_id = (select current_tenant())`)
}

/** Locks the tenant for a piece of its deletion. False when its deletion has not begun, or it is gone. */
export const isGoing = async (tx: Tx): Promise<boolean> =>
  (await tx.row(sql`
    select from tenants where tenant_id = (select current_tenant()) and deletion_began_at is not null for key share`)) !==
  undefined

/** Notes that the transaction's tenant goes, in the transaction in which its row goes. False when another command was first. */
export const noteDeletion = async (tx: Tx): Promise<boolean> =>
  (await tx.run(sql`
    insert into deleted_tenants (deleted_id, code, name, is_sandbox, suspended_at, suspension_reason, deletion_began_at)
    select tenant_id, code, name, is_sandbox, suspended_at, suspension_reason, deletion_began_at
    from tenants where tenant_id = (select current_tenant()) and deletion_began_at is not null
    on conflict do nothing`)) > 0

export interface DeletedTenant {
  tenantCode: string
  tenantName: string
  isSandbox: boolean
  suspendedAt: Date
  deletedAt: Date
}

/** Tenants that were deleted, the last one first. A code may have had several. */
export async function listDeleted({ primaries }: Database): Promise<DeletedTenant[]> {
  const all = await Promise.all(primaries.map(({ db }) => deletedIn(db)))
  return all.flat().sort((one, other) => other.deletedAt.getTime() - one.deletedAt.getTime())
}

const deletedIn = (db: Database): Promise<DeletedTenant[]> =>
  db.administer(nobody, (tx) =>
    tx.rows<DeletedTenant>(sql`
      select code::text as "tenantCode", name as "tenantName", is_sandbox as "isSandbox", suspended_at as "suspendedAt",
             deleted_at as "deletedAt"
      from deleted_tenants order by deleted_at desc, deleted_id`),
  )
