import { languageCodes } from '@trellis/contract/users'
import { Id } from '@trellis/contract/values'
import * as z from 'zod/mini'
import { violates } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { found, Refusal } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { isReached, reachedAccount } from '../../accounts/index.ts'
import { modifiedAt, recordVersions } from '../../audit/index.ts'
import type { Mailer } from '../../mail/index.ts'
import {
  canGiveAll,
  createUser,
  followStatus,
  giveAddress,
  invite,
  type LockedUser,
  lockSignIn,
  lockUser,
  removePendingUser,
  removeUser,
  type Sessions,
  updateUser,
  userToChange,
} from '../../people/index.ts'
import { listRoles } from '../../tenants/index.ts'
import { connectionOfAddress, findConnection } from '../connections.ts'
import { namesOf, type Said } from './attributes.ts'
import { wrong } from './errors.ts'
import { type Attributes, conditionOf } from './filter.ts'

export interface UserRow {
  userId: string
  userName: string
  externalId: string | null
  firstName: string
  lastName: string
  isActive: boolean
  languageCode: string
  timeZone: string
  created: string
  lastModified: string
  version: string
  groups: { value: string; display: string }[]
}

/** SQL: users in the reach of the key, with what the directory of its account calls them. */
const usersOf = (actor: Actor): Sql => sql`
  offered.users u
  join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null
  left join directory_provisions p
    on p.tenant_id = u.tenant_id and p.user_id = u.user_id and p.account_id = ${actor.accountId}
  where u.tenant_id = (select current_tenant()) and u.deleted_at is null and ${isReached(sql`u.account_id`)}`

const shown = sql`
  u.user_id as "userId", u.email::text as "userName", p.external_id as "externalId", u.first_name as "firstName",
  u.last_name as "lastName", u.status <> 'user_suspended' as "isActive", u.language_code as "languageCode", u.time_zone as "timeZone",
  iso(u.created_at) as created, iso(${modifiedAt(sql`u.user_id`, sql`u.created_at`)}) as "lastModified",
  ${recordVersions.of(sql`u.user_id::text`)} as version,
  (select coalesce(json_agg(json_build_object('value', r.role_id::text, 'display', r.name) order by r.role_id), '[]')
   from offered.user_roles h join offered.roles r on r.tenant_id = h.tenant_id and r.role_id = h.role_id
   where h.tenant_id = u.tenant_id and h.user_id = u.user_id) as groups`

const address = { kind: 'address', is: sql`u.email` } as const
const attributes: Attributes = {
  id: { kind: 'text', is: sql`u.user_id::text` },
  username: address,
  emails: address,
  'emails.value': address,
  'emails.type': { kind: 'constant', is: 'work' },
  'emails.primary': { kind: 'constant', is: true },
  externalid: { kind: 'exact', is: sql`p.external_id` },
  active: { kind: 'boolean', is: sql`(u.status <> 'user_suspended')` },
  displayname: { kind: 'text', is: sql`(u.first_name || ' ' || u.last_name)` },
  'name.givenname': { kind: 'text', is: sql`u.first_name` },
  'name.familyname': { kind: 'text', is: sql`u.last_name` },
  'meta.created': { kind: 'instant', is: sql`u.created_at` },
  'meta.lastmodified': { kind: 'instant', is: modifiedAt(sql`u.user_id`, sql`u.created_at`) },
}

interface Paging {
  startIndex: number
  count: number
}

/** A page of the users that a filter names, the oldest first. Refuses `invalidFilter`. */
export async function listUsers(tx: Reader, actor: Actor, filter: string | null, { startIndex, count }: Paging) {
  const matching = sql`from ${usersOf(actor)} ${filter === null ? sql`` : sql`and ${conditionOf(filter, attributes)}`}`
  const total = await tx.row<{ total: number }>(sql`select count(*)::int as total ${matching}`)
  const rows =
    count === 0
      ? []
      : await tx.rows<UserRow>(sql`
          select ${shown} ${matching} order by u.created_at, u.user_id limit ${count} offset ${startIndex - 1}`)
  return { total: total?.total ?? 0, rows }
}

/** A user in the reach of the key. Refuses RQ404 for every other, and for what is no id. */
export async function findUser(tx: Reader, actor: Actor, id: string): Promise<UserRow> {
  const userId = Id.safeParse(id)
  if (!userId.success) throw new Refusal('RQ404')
  return found(await tx.row<UserRow>(sql`select ${shown} from ${usersOf(actor)} and u.user_id = ${userId.data}`))
}

/**
 * Makes a user of the key's account (rules P51). They have no password: they sign in by a directory, or choose one by the link that
 * "forgot password" mails. Who signs in for another account is asked to act for this one too (rules P64). Refuses US409 for an address
 * or external id that is used.
 */
export async function provisionUser(tx: Tx, actor: Actor, said: Said, mailer: Mailer): Promise<string> {
  const { userName } = said
  if (userName === undefined) throw wrong('invalidValue', 'userName is required')
  const signIn = await lockSignIn(tx, userName, actor.accountId)
  const isSuspended = said.active === false
  const person = { ...namesOf(said, userName), email: signIn?.email ?? userName }
  const userId = await createUser(tx, {
    ...person,
    accountId: actor.accountId,
    roles: await firstRoles(tx, actor, userName),
    languageCode: said.languageCode ?? null,
    timeZone: said.timeZone ?? null,
    status: isSuspended ? 'user_suspended' : signIn ? 'user_pending' : 'user_active',
    passwordHash: null,
    signInUserId: signIn?.userId ?? null,
  })
  if (signIn && !isSuspended) {
    const { name: accountName } = await reachedAccount(tx, actor)
    const { languageCode } = signIn
    await invite(tx, { ...person, userId, languageCode, accountName, hasOwnSignIn: false }, null, mailer)
  }
  await keepExternalId(tx, actor, userId, said.externalId ?? null, signIn === undefined)
  return userId
}

/** The default roles of the connection of the address (rules P42), as far as the key may give them. */
async function firstRoles(tx: Tx, actor: Actor, userName: string): Promise<string[]> {
  const named = await connectionOfAddress(tx, userName)
  const connection = named && (await findConnection(tx, named.connectionId))
  if (!connection) return []
  return (await listRoles(tx))
    .filter(({ roleId, isSuperAdmin }) => connection.defaultRoleIds.includes(roleId) && !isSuperAdmin)
    .filter((role) => canGiveAll([role], actor))
    .map(({ name }) => name)
}

/**
 * Makes a user what the directory says (rules P51 to P53). Refuses RQ403 for who is not the key's to change, `mutability` for the
 * address of somebody who signs in without the directory, US409 for what is used and for the last super admin.
 */
export async function followUser(tx: Tx, actor: Actor, userId: string, said: Said, sessions: Sessions): Promise<void> {
  const user = await userToChange(tx, actor, 'changeRoles', userId)
  await followProfile(tx, actor, user, said, sessions)
  if (said.userName !== undefined && said.userName.toLowerCase() !== user.email.toLowerCase())
    await followAddress(tx, user, said.userName, sessions)
  if (said.externalId !== undefined) await keepExternalId(tx, actor, userId, said.externalId, false)
  if (said.active !== undefined && said.active !== (user.status !== 'user_suspended'))
    await followStatus(tx, actor, userId, said.active, sessions)
}

async function followProfile(tx: Tx, actor: Actor, user: LockedUser, said: Said, sessions: Sessions): Promise<void> {
  const { givenName, familyName, displayName } = said
  const isRenamed = displayName !== undefined && displayName !== `${user.firstName} ${user.lastName}`
  const names =
    givenName === undefined && familyName === undefined && isRenamed
      ? namesOf(said, user.email)
      : { firstName: givenName ?? user.firstName, lastName: familyName ?? user.lastName }
  const before = { firstName: user.firstName, lastName: user.lastName, timeZone: user.timeZone }
  const after = { ...names, timeZone: said.timeZone ?? user.timeZone }
  const languageCode = said.languageCode ?? user.languageCode
  if (JSON.stringify(before) === JSON.stringify(after) && languageCode === user.languageCode) return
  const { isNotificationEnabled } = user
  await updateUser(
    tx,
    actor,
    user.userId,
    { ...after, languageCode: z.parse(z.enum(languageCodes), languageCode), isNotificationEnabled },
    sessions,
  )
}

/** Whoever changes the address that a password belongs to could ask for a new one there, so only people do that (rules P46, P53). */
async function followAddress(tx: Tx, user: LockedUser, userName: string, sessions: Sessions): Promise<void> {
  if (!(await isOnlyProvisioned(tx, user.userId)))
    throw wrong('mutability', 'This user signs in without the directory and changes the address by themselves')
  await giveAddress(tx, user, userName, sessions)
}

/** SQL: a directory made the user `u`, who has no password. */
export const isMadeByDirectory: Sql = sql`(not u.has_password and exists (
  select from directory_provisions m where m.tenant_id = u.tenant_id and m.user_id = u.user_id and m.is_made))`

const isOnlyProvisioned = async (tx: Reader, userId: string): Promise<boolean> =>
  (await tx.row(sql`
    select from offered.users u
    where u.tenant_id = (select current_tenant()) and u.user_id = ${userId} and ${isMadeByDirectory}`)) !== undefined

/** Keeps what the directory calls the user. An id of somebody who was deleted is free again. */
async function keepExternalId(
  tx: Tx,
  { accountId }: Actor,
  userId: string,
  externalId: string | null,
  isMade: boolean,
): Promise<void> {
  await tx.run(sql`
    delete from directory_provisions p using offered.users u
    where p.tenant_id = (select current_tenant()) and p.account_id = ${accountId} and p.external_id = ${externalId}
      and u.tenant_id = p.tenant_id and u.user_id = p.user_id and u.deleted_at is not null`)
  const kept = tx.run(sql`
    insert into directory_provisions (account_id, user_id, external_id, is_made)
    values (${accountId}, ${userId}, ${externalId}, ${isMade})
    on conflict (tenant_id, account_id, user_id) do update set external_id = excluded.external_id`)
  await kept.catch((error: unknown) => {
    if (violates(error, 'directory_provisions_by_external_id'))
      throw wrong('uniqueness', 'Another user has this externalId')
    throw error
  })
}

/** Deletes a user, as people do (rules P9, P52). */
export async function removeProvisioned(tx: Tx, actor: Actor, userId: string, sessions: Sessions): Promise<void> {
  const { status } = found(await lockUser(tx, userId))
  if (status === 'user_pending') await removePendingUser(tx, actor, userId)
  else await removeUser(tx, actor, userId, sessions)
}
