import { type Flag, flags, modules, type Permission } from '@trellis/contract/permissions'
import { maximumRoles, type RoleDraft, type RoleUpdate } from '@trellis/contract/settings'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { found, invalid, Refusal, refuse } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import { forgetRoleOfDeleted, type Sessions } from '../people/index.ts'
import {
  deleteRole,
  findTenantRole,
  insertRole,
  isGroupNamed,
  isRoleNamed,
  listTenantRoles,
  lockSettings,
  type RoleRow,
  renameGroup,
  updateRole,
} from '../tenants/index.ts'
import { whyNotRemoveRole, whyNotUpdateRole } from './rules.ts'
import { forgetRoleInRule } from './sign-in.ts'

type RoleFacts = Pick<RoleRow, 'name' | 'permissions'>

/** Modules and flags in their fixed order, so that equal permissions are equal texts. */
export const inOrder = ({ name, permissions }: RoleFacts): RoleDraft => ({
  name,
  permissions: modules.flatMap((module): Permission[] => {
    const held = permissions.find((permission) => permission.module === module)?.flags.split('-') ?? []
    const kept = flags.filter((flag: Flag) => held.includes(flag))
    return kept.length === 0 ? [] : [{ module, flags: kept.join('-') }]
  }),
})

export const isSame = (one: RoleFacts, other: RoleFacts) =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

const facts = ({ name, permissions }: RoleFacts) => ({ name, permissions })

/** Returns the id. Refuses RQ422 if another role has the name, or if the tenant has the maximum number of roles. */
export async function createRole(tx: Tx, draft: RoleDraft): Promise<number> {
  await lockSettings(tx)
  const role = inOrder(draft)
  if ((await listTenantRoles(tx)).length >= maximumRoles)
    throw invalid(['name'], 'too_many_roles', `A tenant has at most ${maximumRoles} roles`)
  await checkName(tx, role.name, null)
  const roleId = await insertRole(tx, role)
  await record(tx, 'role.created', 'role', String(roleId), { after: facts(role) })
  return roleId
}

/**
 * Takes effect with the next call of each user who holds the role (rules G17). Refuses RQ409, with the current role, if it has
 * changed since the caller read it.
 */
export async function changeRole(tx: Tx, roleId: number, update: RoleUpdate, sessions: Sessions): Promise<void> {
  await lockSettings(tx)
  const before = found(await findTenantRole(tx, roleId))
  refuse(whyNotUpdateRole(before), { reason: 'fixed' })
  const after = inOrder(update)
  if (isSame(before, after)) return
  if (update.before && !isSame(update.before, before))
    throw new Refusal('RQ409', { role: facts(before) }, 'Somebody else has changed the role')
  await checkName(tx, after.name, roleId)
  await updateRole(tx, roleId, after)
  await record(tx, 'role.changed', 'role', String(roleId), { before: facts(before), after: facts(after) })
  await sessions.renewAllHolding(tx, roleId)
}

/** Refuses RQ403 for a role that the portal itself gives, RQ409 for one that somebody holds or an approval rule asks for. */
export async function removeRole(tx: Tx, roleId: number, sessions: Sessions): Promise<void> {
  await lockSettings(tx)
  const role = found(await findTenantRole(tx, roleId))
  refuse(whyNotRemoveRole(role), role.purpose === null ? { users: role.users } : { reason: 'fixed' })
  await checkNotAskedFor(tx, roleId)
  await forgetRoleOfDeleted(tx, roleId)
  await forgetRoleInRule(tx, roleId, sessions)
  await deleteRole(tx, roleId)
  await record(tx, 'role.removed', 'role', String(roleId), { before: facts(role) })
}

/** Refuses RQ409 for a role that an approval rule asks for: nobody could satisfy it any more (rules G35). */
async function checkNotAskedFor(tx: Tx, roleId: number): Promise<void> {
  const { isAsked } = found(await tx.row<{ isAsked: boolean }>(sql`select role_is_asked_for(${roleId}) as "isAsked"`))
  if (isAsked) throw new Refusal('RQ409', { reason: 'approval_rule' }, 'An approval rule asks for the role')
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
