import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { found, Refusal } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { isReached } from '../../accounts/index.ts'
import { canGiveAll, changeRoles, lockUser, type Sessions } from '../../people/index.ts'
import { listRoles } from '../../tenants/index.ts'
import { listConnections } from '../connections.ts'
import { isObject, type Operation, partOf } from './attributes.ts'
import { wrong } from './errors.ts'
import { type Attributes, conditionOf, parsed, type Several } from './filter.ts'

/** A role as SCIM shows it. */
export interface GroupRow {
  roleId: number
  name: string
  members: { value: string; display: string }[]
}

/**
 * The roles that the key may give (rules P54): those that its maker holds in whole, and a super admin's only where the tenant has mapped
 * a value of a directory to it.
 */
async function rolesFor(tx: Reader, actor: Actor): Promise<number[]> {
  const mapped = (await listConnections(tx)).flatMap(({ roleMappings }) => roleMappings.map(({ roleId }) => roleId))
  return (await listRoles(tx))
    .filter((role) => canGiveAll([role], actor) && (!role.isSuperAdmin || mapped.includes(role.roleId)))
    .map(({ roleId }) => roleId)
}

const fullName = sql`(u.first_name || ' ' || u.last_name)`
const attributes: Attributes = {
  id: { kind: 'text', is: sql`r.role_id::text` },
  displayname: { kind: 'text', is: sql`r.name` },
  'members.value': { kind: 'text', is: sql`u.user_id::text` },
  'members.display': { kind: 'text', is: fullName },
}

/** The members that the key reaches. */
const members = sql`
  from offered.user_roles h
  join offered.users u on u.tenant_id = h.tenant_id and u.user_id = h.user_id and u.deleted_at is null
  where h.tenant_id = r.tenant_id and h.role_id = r.role_id and ${isReached(sql`u.account_id`)}`

const membersOf = sql`(
  select coalesce(json_agg(json_build_object('value', u.user_id, 'display', ${fullName}) order by u.user_id), '[]') ${members})`

const several: Several = { members: (condition) => sql`exists (select ${members} and ${condition})` }

/** The groups that a filter names, by id. Refuses `invalidFilter`. */
export async function listGroups(
  tx: Reader,
  actor: Actor,
  filter: string | null,
  { withMembers }: { withMembers: boolean },
): Promise<GroupRow[]> {
  const condition = filter === null ? sql`` : sql`and ${conditionOf(filter, attributes, several)}`
  return tx.rows<GroupRow>(sql`
    select r.role_id as "roleId", r.name, ${withMembers ? membersOf : sql`'[]'::json`} as members
    from offered.roles r
    where r.tenant_id = (select current_tenant()) and r.role_id = any(${await rolesFor(tx, actor)}::int[]) ${condition}
    order by r.role_id`)
}

/** Refuses RQ404 for a role that the key may not give. */
export async function findGroup(
  tx: Reader,
  actor: Actor,
  id: string,
  means = { withMembers: true },
): Promise<GroupRow> {
  if (!/^\d{1,9}$/.test(id)) throw new Refusal('RQ404')
  return found((await listGroups(tx, actor, `id eq "${Number(id)}"`, means))[0])
}

/** Groups are roles, which are made in the portal: a group of the name of one is that role (rules P54). Refuses RQ403 for any other. */
export async function groupNamed(tx: Reader, actor: Actor, displayName: unknown): Promise<GroupRow> {
  if (typeof displayName !== 'string' || displayName === '') throw wrong('invalidValue', 'displayName is required')
  const all = await listGroups(tx, actor, null, { withMembers: true })
  const named = all.find(({ name }) => name.toLowerCase() === displayName.toLowerCase())
  if (named) return named
  throw new Refusal(
    'RQ403',
    { reason: 'level' },
    'Groups are roles of the portal: there is none of this name that this key may give',
  )
}

/** Refuses `mutability` unless the group is called so: roles are renamed in the portal. */
export function mustBeCalled({ name }: GroupRow, displayName: unknown): void {
  if (displayName === undefined || displayName === null) return
  if (String(displayName).toLowerCase() !== name.toLowerCase())
    throw wrong('mutability', 'Roles are renamed in the portal')
}

/** The ids of `members` as directories send them: objects with `value`, one or several, or texts. */
export function idsOf(value: unknown): string[] {
  if (value === undefined || value === null) return []
  return (Array.isArray(value) ? value : [value]).map((member: unknown) => {
    const id = isObject(member) ? partOf(member, 'value') : member
    if (typeof id !== 'string' || !uuid.test(id)) throw wrong('invalidValue', 'members have ids of users as value')
    return id.toLowerCase()
  })
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What operations do to the members of a group. Refuses `invalidPath` and `mutability`. */
export async function followMembers(
  tx: Tx,
  actor: Actor,
  group: GroupRow,
  operations: readonly Operation[],
  sessions: Sessions,
): Promise<void> {
  const members = new Set(group.members.map(({ value }) => value))
  const before = new Set(members)
  for (const { op, attribute, inside, value } of operations) {
    if (attribute === 'displayname') mustBeCalled(group, op === 'remove' ? '' : value)
    if (attribute !== 'members') continue
    if (op !== 'remove') {
      if (inside !== null) throw wrong('invalidPath', 'Members are added by their ids')
      if (op === 'replace') members.clear()
      for (const id of idsOf(value)) members.add(id)
    } else if (inside !== null) members.delete(memberIn(inside))
    else if (value === undefined || value === null) members.clear()
    else for (const id of idsOf(value)) members.delete(id)
  }
  await setMembers(tx, actor, group, { before, after: members }, sessions)
}

/** The member of `members[value eq "…"]`. */
function memberIn(condition: string): string {
  const filter = parsed(condition)
  if (filter.op !== 'eq' || filter.attrPath.toLowerCase() !== 'value' || typeof filter.compValue !== 'string')
    throw wrong('invalidPath', 'A member is named by members[value eq "id"]')
  return filter.compValue.toLowerCase()
}

/** Gives and takes the role. Users are locked by id, so that two calls with the same ones do not wait for each other. */
export async function setMembers(
  tx: Tx,
  actor: Actor,
  { roleId }: Pick<GroupRow, 'roleId'>,
  { before, after }: { before: ReadonlySet<string>; after: ReadonlySet<string> },
  sessions: Sessions,
): Promise<void> {
  const changed = [...new Set([...before, ...after])].filter((id) => before.has(id) !== after.has(id)).sort()
  for (const userId of changed) {
    const user = await lockUser(tx, userId)
    if (!user?.isReached) throw wrong('invalidValue', `There is no user ${userId}`)
    const held = user.roles.map((role) => role.roleId)
    const wanted = after.has(userId) ? [...held, roleId] : held.filter((id) => id !== roleId)
    await changeRoles(tx, actor, userId, [...new Set(wanted)], sessions)
  }
}
