import { type Flag, flags, modules, type Permission } from '@trellis/contract/permissions'
import type { RoleDraft } from '@trellis/contract/settings'
import type { Tx } from '../../platform/database/tx.ts'
import { found, invalid, refuse } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import { forgetRoleOfDeleted, type Sessions } from '../people/index.ts'
import {
  deleteRole,
  findTenantRole,
  insertRole,
  isGroupNamed,
  isRoleNamed,
  lockSettings,
  type RoleRow,
  renameGroup,
  updateRole,
} from '../tenants/index.ts'
import { whyNotRemoveRole, whyNotUpdateRole } from './rules.ts'

/** Modules and flags in their fixed order, so that equal permissions are equal texts. */
const inOrder = ({ name, permissions }: RoleDraft): RoleDraft => ({
  name,
  permissions: modules.flatMap((module): Permission[] => {
    const held = permissions.find((permission) => permission.module === module)?.flags.split('-') ?? []
    const kept = flags.filter((flag: Flag) => held.includes(flag))
    return kept.length === 0 ? [] : [{ module, flags: kept.join('-') }]
  }),
})

const facts = ({ name, permissions }: Pick<RoleRow, 'name' | 'permissions'>) => ({ name, permissions })

/** Returns the id. Refuses RQ422 for a name that another role has. */
export async function createRole(tx: Tx, draft: RoleDraft): Promise<number> {
  await lockSettings(tx)
  const role = inOrder(draft)
  await checkName(tx, role.name, null)
  const roleId = await insertRole(tx, role)
  await record(tx, 'role.created', 'role', String(roleId), { after: facts(role) })
  return roleId
}

/** Takes effect with the next call of whoever holds the role (rules G17). */
export async function changeRole(tx: Tx, roleId: number, draft: RoleDraft, sessions: Sessions): Promise<void> {
  await lockSettings(tx)
  const before = found(await findTenantRole(tx, roleId))
  refuse(whyNotUpdateRole(before))
  const after = inOrder(draft)
  await checkName(tx, after.name, roleId)
  if (JSON.stringify(facts(before)) === JSON.stringify(facts(after))) return
  await updateRole(tx, roleId, after)
  await record(tx, 'role.changed', 'role', String(roleId), { before: facts(before), after: facts(after) })
  await sessions.renewAllHolding(tx, roleId)
}

/** Refuses RQ403 for a role that the portal itself gives, RQ409 for one that somebody holds. */
export async function removeRole(tx: Tx, roleId: number): Promise<void> {
  await lockSettings(tx)
  const role = found(await findTenantRole(tx, roleId))
  refuse(whyNotRemoveRole(role), { users: role.users })
  await forgetRoleOfDeleted(tx, roleId)
  await deleteRole(tx, roleId)
  await record(tx, 'role.removed', 'role', String(roleId), { before: facts(role) })
}

async function checkName(tx: Tx, name: string, exceptId: number | null): Promise<void> {
  if (await isRoleNamed(tx, name, exceptId)) throw invalid(['name'], 'taken', 'Another role has this name')
}

export async function changeGroup(tx: Tx, groupId: number, name: string): Promise<void> {
  await lockSettings(tx)
  const before = found(await renameGroup(tx, groupId, name))
  if (await isGroupNamed(tx, name, groupId)) throw invalid(['name'], 'taken', 'Another group has this name')
  if (before !== name)
    await record(tx, 'group.renamed', 'group', String(groupId), { before: { name: before }, after: { name } })
}
