import type { Permission } from '@trellis/contract/permissions'
import { sql } from '../platform/database/sql.ts'
import type { Tx } from '../platform/database/tx.ts'
import type { Actor } from '../platform/tenancy.ts'

export const dayLength = 86_400_000

/** Continues the transaction as this user (or as none, for a device) at this instant, as a request would. */
export async function actAs(tx: Tx, actor: Actor | null, at: Date): Promise<void> {
  await tx.run(sql`
    select set_config('app.user', ${actor?.userId ?? ''}, true), set_config('app.reach', ${actor?.accountId ?? ''}, true),
           set_config('app.account', ${actor?.accountId ?? ''}, true), set_config('app.clock', ${at.toISOString()}, true),
           set_config('app.ahead', '', true)`)
}

export interface Roles {
  [name: string]: { permissions: Permission[]; isSuperAdmin: boolean }
}

export async function readRoles(tx: Tx): Promise<Roles> {
  const rows = await tx.rows<{ name: string; permissions: Permission[]; isSuperAdmin: boolean }>(sql`
    select name, permissions, is_super_admin as "isSuperAdmin" from roles where tenant_id = (select current_tenant())`)
  return Object.fromEntries(rows.map(({ name, ...role }) => [name, role]))
}
