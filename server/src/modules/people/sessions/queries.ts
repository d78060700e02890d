import type { Session } from '@trellis/contract/identity'
import type { Permission } from '@trellis/contract/permissions'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { signsInAs } from '../second-factors/without.ts'
import { type ReadClaims, refreshDays } from './tokens.ts'

export interface Credentials {
  user_id: string
  password_hash: string | null
  status: string
  /** How this device was recognized as one that has signed in as this user before; null when it was not. */
  known_by: 'cookie' | 'name' | null
  has_second_factor: boolean
}

export interface Device {
  /** Name of the device, from the client. */
  name: string | null
  /** Hash of the browser's cookie. */
  tokenHash: Buffer | null
}

export const findCredentials = (tx: Reader, email: string, device: Device) =>
  tx.row<Credentials>(sql`
    select u.user_id, u.password_hash, u.status,
           case when exists (select from sessions s
                             where s.tenant_id = u.tenant_id and s.user_id = u.user_id
                               and s.device_token_hash = ${device.tokenHash}) then 'cookie'
                when exists (select from sessions s
                             where s.tenant_id = u.tenant_id and s.user_id = u.user_id
                               and s.device_token_hash is null and s.device_unique_id = ${device.name}) then 'name'
           end as known_by,
           has_second_factor(u.user_id) as has_second_factor
    from users u
    join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null
    where u.tenant_id = (select current_tenant()) and u.email = ${email} and u.deleted_at is null and u.sign_in_user_id is null`)

/** The hash that a user has now; null without a password. */
export async function findPasswordHash(tx: Reader, userId: string): Promise<string | null> {
  const user = await tx.row<{ password_hash: string | null }>(sql`
    select password_hash from users where tenant_id = (select current_tenant()) and user_id = ${userId}`)
  return user?.password_hash ?? null
}

export interface SessionRow {
  user_id: string
  /** As which they sign in (rules P63). */
  sign_in_user_id: string
  first_name: string
  last_name: string
  account_id: string
  root_account_id: string
  level: number
  time_zone: string
  language_code: string
  roles: { is_super_admin: boolean; permissions: Permission[] }[]
  /** Of the installation (rules P67). */
  is_operator: boolean
  /** Only of sessions: from when they cannot go on without a second factor; null when they have one or need none. */
  factor_due?: Date | null
}

/** SQL columns of a SessionRow, from rows of `users`, its account and the account's group. */
export const sessionColumns = sql`
  u.user_id, ${signsInAs} as sign_in_user_id, u.first_name, u.last_name, a.account_id, u.time_zone, u.language_code, g.level,
  (select r.account_id from offered.accounts r where r.tenant_id = u.tenant_id and r.parent_id is null) as root_account_id,
  (select coalesce(json_agg(json_build_object('is_super_admin', r.is_super_admin, 'permissions', r.permissions)), '[]')
   from user_roles ur join offered.roles r using (tenant_id, role_id)
   where ur.tenant_id = u.tenant_id and ur.user_id = u.user_id) as roles,
  is_operator(u.user_id) as is_operator`

/** SQL: the user (a row of `users`) has a sign-in of their own, or that of another user who may sign in. */
export const maySignIn = (user: Sql): Sql => sql`(${user}.sign_in_user_id is null or exists (
  select from offered.users p
  where p.tenant_id = ${user}.tenant_id and p.user_id = ${user}.sign_in_user_id and p.status = 'user_active' and p.deleted_at is null))`

/** SQL: the user (a row of `users`) acts for this account (rules P61). */
export const actsFor = (user: Sql, account: Sql): Sql => sql`${user}.account_id = ${account}`

/** SQL joins: the account `a`, if the user `u` acts for it, and its group `g`. */
export const withActing = (account: Sql): Sql => sql`
  join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = ${account} and ${actsFor(sql`u`, sql`a.account_id`)}
  join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id`

/** SQL: the user `u` may act for the account `a` now, and whoever signs in as them may sign in (rules P63). */
export const mayAct = sql`(u.status = 'user_active' and u.deleted_at is null and a.deleted_at is null and ${maySignIn(sql`u`)})`

/**
 * An active session of an active user in an account that is not deleted, with the user's permissions; undefined for an
 * expired access token. A session that has been moved to another id is still found by its former id for a moment, for
 * requests that are in progress.
 */
export const findSession = (tx: Reader, { sessionId, expires }: ReadClaims) =>
  tx.row<SessionRow>(sql`
    select ${sessionColumns},
           (select r.enforced_from from second_factor_rule(u.user_id) r
            where not s.by_directory and not has_second_factor(s.user_id)) as factor_due
    from sessions s
    join users u on u.tenant_id = s.tenant_id and u.user_id = s.acting_user_id
    ${withActing(sql`u.account_id`)}
    where s.tenant_id = (select current_tenant()) and s.session_id = ${sessionId} and to_timestamp(${expires}::float8) > now()
      and coalesce(s.ended_at, 'infinity') > now() and s.expires_at > now()
      and ${mayAct}`)

export interface NewSession {
  sessionId: string
  userId: string
  /** The hash that the user had when the sign-in was checked. */
  passwordHash: string | null
  device: Device
  platform: string | null
  userAgent: string | null
  byDirectory: boolean
  days: number
}

/** Both by the database's clock. */
export interface SessionTimes {
  expires_at: Date
  now: Date
}

/** SQL: as which of their users the person acted last, if they still may; else as the one who signs in (rules P65). */
const lastActing = (userId: string): Sql => sql`coalesce(case when exists (
    select from users f where f.tenant_id = (select current_tenant()) and f.sign_in_user_id = ${userId} and f.deleted_at is null) then (
    select s.acting_user_id from sessions s
    join users f on f.tenant_id = s.tenant_id and f.user_id = s.acting_user_id and f.status = 'user_active' and f.deleted_at is null
    where s.tenant_id = (select current_tenant()) and s.user_id = ${userId}
    order by s.last_used_at desc limit 1) end, ${userId}::uuid)`

/** Undefined when the user was suspended, or got another password, while the sign-in was being checked. */
export const insertSession = (tx: Tx, session: NewSession) =>
  tx.row<SessionTimes>(sql`
    insert into sessions (session_id, user_id, acting_user_id, device_unique_id, device_token_hash, app_platform, user_agent, by_directory,
                          created_at, last_used_at, expires_at)
    select ${session.sessionId}, user_id, ${lastActing(session.userId)}, ${session.device.name}, ${session.device.tokenHash}, ${session.platform}, ${session.userAgent},
           ${session.byDirectory}, now(), now(), now() + make_interval(days => ${session.days})
    from users
    where tenant_id = (select current_tenant()) and user_id = ${session.userId} and status = 'user_active'
      and deleted_at is null and password_hash is not distinct from ${session.passwordHash}
    for share
    returning expires_at, now() as now`)

export const insertRefreshToken = (tx: Tx, hash: Buffer, sessionId: string) =>
  tx.run(sql`
    insert into refresh_tokens (token_hash, session_id, issued_at) values (${hash}, ${sessionId}, now()) on conflict do nothing`)

/**
 * Locks the user whose token it is. Refreshes of one session then run one after the other; without this one of them could
 * hold the session and wait for a token that another one holds, which waits for the session (a deadlock).
 */
export const lockUserOfRefreshToken = (tx: Tx, hash: Buffer) =>
  tx.run(sql`
    select from users
    where tenant_id = (select current_tenant()) and user_id = (
      select s.user_id from refresh_tokens t
      join sessions s on s.tenant_id = t.tenant_id and s.session_id = t.session_id
      where t.tenant_id = (select current_tenant()) and t.token_hash = ${hash})
    for no key update`)

export interface RefreshTokenRow {
  session_id: string
  user_id: string
  rotated: boolean
  /** Rotated within the grace period, as when two tabs refresh at once. */
  in_grace: boolean
  /** How many of its successors were lost on their way. */
  lost: number
  /** Hash of the cookie of the browser that signed in; null for other clients. */
  browser: Buffer | null
  alive: boolean
}

export const findRefreshToken = (tx: Reader, hash: Buffer, graceSeconds: number) =>
  tx.row<RefreshTokenRow>(sql`
    select t.session_id, s.user_id, t.rotated_at is not null as rotated,
           coalesce(t.rotated_at > clock_timestamp() - make_interval(secs => ${graceSeconds}), false) as in_grace,
           t.lost, s.device_token_hash as browser,
           s.ended_at is null and s.expires_at > now() and ${mayAct} as alive
    from refresh_tokens t
    join sessions s on s.tenant_id = t.tenant_id and s.session_id = t.session_id
    join users u on u.tenant_id = s.tenant_id and u.user_id = s.acting_user_id
    ${withActing(sql`u.account_id`)}
    where t.tenant_id = (select current_tenant()) and t.token_hash = ${hash}`)

/** Whose token it is, for the one caller that rotated it. */
export const rotateRefreshToken = (tx: Tx, hash: Buffer) =>
  tx.row<Pick<RefreshTokenRow, 'session_id'>>(sql`
    update refresh_tokens set rotated_at = clock_timestamp()
    where tenant_id = (select current_tenant()) and token_hash = ${hash} and rotated_at is null
    returning session_id`)

/**
 * Takes back a successor that was never used, and lets the token that was exchanged for it be exchanged once more. Who holds the
 * successor after all is taken for a thief. Returns false when it was used meanwhile.
 */
export async function takeBackSuccessor(tx: Tx, hash: Buffer, successor: Buffer): Promise<boolean> {
  const taken = await tx.run(sql`
    update refresh_tokens set rotated_at = clock_timestamp() - interval '1 hour'
    where tenant_id = (select current_tenant()) and token_hash = ${successor} and rotated_at is null`)
  if (taken === 0) return false
  await tx.run(sql`
    update refresh_tokens set rotated_at = clock_timestamp(), lost = lost + 1
    where tenant_id = (select current_tenant()) and token_hash = ${hash}`)
  return true
}

/**
 * Extends a session to `days` from now, at most to `longest` days after the sign-in. Returns the reason when it must get
 * a new id.
 */
export const prolongSession = (tx: Tx, sessionId: string, days: number, longest: number) =>
  tx.row<SessionTimes & { ends_because: string | null }>(sql`
    update sessions
    set last_used_at = now(), expires_at = least(now() + make_interval(days => ${days}), created_at + make_interval(days => ${longest}))
    where tenant_id = (select current_tenant()) and session_id = ${sessionId} and ended_at is null
      and created_at + make_interval(days => ${longest}) > now()
    returning expires_at, now() as now, ended_because as ends_because`)

/** SQL: a session in which the user signed in, or for whom the person acts in it. */
const isActing = (userId: string): Sql =>
  sql`(user_id = ${userId} or acting_user_id = ${userId} and acting_user_id <> user_id)`

/** The person acts as another one of their users in this session, which gets another id at its next refresh. */
export const actInSession = (tx: Tx, sessionId: string, userId: string) =>
  tx.run(sql`
    update sessions set acting_user_id = ${userId}, last_used_at = now(), ended_because = 'account changed'
    where tenant_id = (select current_tenant()) and session_id = ${sessionId} and ended_at is null`)

/** The sessions in which they act as this user go on as the user who signed in. */
export const actAtHome = (tx: Tx, userId: string) =>
  tx.rows<{ sessionId: string }>(sql`
    update sessions set acting_user_id = user_id, ended_because = 'account changed'
    where tenant_id = (select current_tenant()) and acting_user_id = ${userId} and acting_user_id <> user_id and ended_at is null
    returning session_id as "sessionId"`)

/** Marks the user's sessions to get a new id at their next refresh. */
export const letSessionsEnd = (tx: Tx, userId: string, because: string) =>
  tx.run(sql`
    update sessions set ended_because = ${because}
    where tenant_id = (select current_tenant()) and ${isActing(userId)} and ended_at is null`)

/** The same for the sessions of all who hold a role. */
export const letSessionsOfHoldersEnd = (tx: Tx, roleId: number, because: string) =>
  tx.run(sql`
    update sessions s set ended_because = ${because}
    from user_roles h
    where s.tenant_id = (select current_tenant()) and s.ended_at is null
      and h.tenant_id = s.tenant_id and h.user_id = s.acting_user_id and h.role_id = ${roleId}`)

/** Moves a session with all its tokens to another id; the former id stays valid for `graceSeconds`. */
export async function moveSession(tx: Tx, formerId: string, nextId: string, graceSeconds: number): Promise<void> {
  await tx.run(sql`
    insert into sessions (session_id, user_id, acting_user_id, device_unique_id, device_token_hash, app_platform, user_agent, by_directory,
                          created_at, last_used_at, expires_at)
    select ${nextId}, user_id, acting_user_id, device_unique_id, device_token_hash, app_platform, user_agent, by_directory, created_at, last_used_at, expires_at
    from sessions where tenant_id = (select current_tenant()) and session_id = ${formerId}`)
  await tx.run(sql`
    update refresh_tokens set session_id = ${nextId}
    where tenant_id = (select current_tenant()) and session_id = ${formerId}`)
  await tx.run(sql`
    update sessions set ended_at = now() + make_interval(secs => ${graceSeconds})
    where tenant_id = (select current_tenant()) and session_id = ${formerId}`)
}

/** Ends a session, and with it the former ids of the user's sessions that would stay valid for a moment. */
export const endSession = (tx: Tx, sessionId: string, because: string) =>
  tx.row<{ user_id: string }>(sql`
    with ended as (
      update sessions set ended_at = now(), ended_because = ${because}
      where tenant_id = (select current_tenant()) and session_id = ${sessionId} and ended_at is null
      returning user_id
    ), former as (
      update sessions s set ended_at = now() from ended e
      where s.tenant_id = (select current_tenant()) and s.user_id = e.user_id and s.ended_at > now()
    )
    select user_id from ended`)

export const endSessionsOfUser = (tx: Tx, userId: string, because: string, keep: string | null) =>
  tx.rows<{ session_id: string }>(sql`
    update sessions set ended_at = now(), ended_because = ${because}
    where tenant_id = (select current_tenant()) and ${isActing(userId)} and coalesce(ended_at, 'infinity') > now()
      and session_id is distinct from ${keep}::uuid
    returning session_id`)

/** The further users of a person who signs in as this one (rules P63). */
export const furtherUsers = (tx: Reader, userId: string) =>
  tx.rows<{ furtherId: string }>(sql`
    select user_id as "furtherId" from users where tenant_id = (select current_tenant()) and sign_in_user_id = ${userId}`)

/** When a user of the tenant last signed in. Sessions are kept for some time only; null when there is none. */
export async function lastSignIn(read: Reader): Promise<Date | null> {
  const row = await read.row<{ at: Date | null }>(sql`
    select max(created_at) as at from sessions where tenant_id = (select current_tenant())`)
  return row?.at ?? null
}

/** Of all users of the tenant; returns how many. */
export const endEverySession = (tx: Tx, because: string) =>
  tx.run(sql`
    update sessions set ended_at = now(), ended_because = ${because}
    where tenant_id = (select current_tenant()) and coalesce(ended_at, 'infinity') > now()`)

/** The user's own active sessions, most recently used first. */
export const listSessions = (tx: Reader, userId: string, currentSessionId: string) =>
  tx.json<Session[]>(sql`
    select coalesce(json_agg(json_build_object(
             'sessionId', session_id, 'deviceUniqueId', device_unique_id, 'appPlatform', app_platform, 'userAgent', user_agent,
             'creationDate', iso(created_at), 'lastUsedDate', iso(last_used_at), 'expirationDate', iso(expires_at),
             'isCurrent', session_id = ${currentSessionId}::uuid
           ) order by last_used_at desc, session_id desc), '[]')::text
    from sessions
    where tenant_id = (select current_tenant()) and user_id = ${userId} and ended_at is null and expires_at > now()`)

export const findOwnSession = (tx: Reader, userId: string, sessionId: string) =>
  tx.row(sql`
    select from sessions
    where tenant_id = (select current_tenant()) and session_id = ${sessionId} and user_id = ${userId}
      and ended_at is null and expires_at > now()`)

/**
 * Deletes tokens that were exchanged longer ago than the lifetime of a refresh token; detecting their reuse no longer
 * matters.
 */
export const deleteOldRefreshTokens = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from refresh_tokens
    where tenant_id = (select current_tenant()) and token_hash = any(array(
      select token_hash from refresh_tokens
      where tenant_id = (select current_tenant()) and rotated_at < now() - make_interval(days => ${refreshDays})
      limit ${most}))`)

/**
 * Deletes ended sessions with their refresh tokens. They are kept for some time, because they show which devices the user
 * has signed in with.
 */
export const deleteDeadSessions = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from sessions
    where tenant_id = (select current_tenant()) and session_id = any(array(
      select session_id from sessions
      where tenant_id = (select current_tenant()) and least(ended_at, expires_at) < now() - interval '90 days'
      limit ${most}))`)

/** Deletes tokens a day after they expired; until then the limits per user still count them. */
export const deleteDeadTokens = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from one_time_tokens
    where tenant_id = (select current_tenant()) and token_hash = any(array(
      select token_hash from one_time_tokens
      where tenant_id = (select current_tenant()) and expires_at < (select machine_clock() - interval '1 day')
      limit ${most}))`)
