import type { Out, Schema } from '@trellis/contract/endpoint'
import { type invitations, languageCodes } from '@trellis/contract/users'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { hashOf, newToken } from '../../../platform/secrets.ts'
import type { Allowance, Throttle } from '../../../platform/throttle.ts'
import { record } from '../../audit/index.ts'
import type { Mailer } from '../../mail/index.ts'
import { adoptTimeZone } from '../members/adopt-time-zone.ts'
import { knownTimeZone } from '../members/create-user.ts'
import { isSuperAdmin } from '../members/queries.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { refuseWeakPassword } from '../passwords/weak-passwords.ts'
import { actAs } from '../sign-in/act-as.ts'

/** How long an invitation is valid (rules P2). */
const invitationDays = 7
/** Maximum per user, including the first one. */
const invitationsPerHour = 6

export interface Invited {
  userId: string
  email: string
  firstName: string
  lastName: string
  languageCode: string
  accountName: string
  /** False: asked to act for one more account, by the sign-in that they have (rules P63). */
  hasOwnSignIn?: boolean
}

/**
 * Sends an invitation in the caller's transaction, which must have locked the pending user's row. Earlier invitations
 * become invalid.
 * @param invitedBy full name, or null for the System
 */
export async function invite(tx: Tx, user: Invited, invitedBy: string | null, mailer: Mailer): Promise<void> {
  const token = newToken()
  await tx.run(sql`
    update one_time_tokens set used_at = machine_clock()
    where tenant_id = (select current_tenant()) and user_id = ${user.userId} and kind = 'invitation' and used_at is null`)
  await tx.run(sql`
    insert into one_time_tokens (token_hash, kind, user_id, expires_at)
    values (${hashOf(token)}, 'invitation', ${user.userId}, machine_clock() + make_interval(days => ${invitationDays}))`)
  const recipient = { email: user.email, name: `${user.firstName} ${user.lastName}`, languageCode: user.languageCode }
  const { accountName } = user
  const path = `/auth/confirm?mail=${encodeURIComponent(user.email)}&token=${token}`
  await mailer(
    tx,
    recipient,
    user.hasOwnSignIn !== false
      ? { kind: 'invitation', values: { path, accountName, invitedBy, days: invitationDays } }
      : // Accepted by whoever is signed in as them: the token only counts how often they were asked.
        { kind: 'account_offer', values: { path: '/profile#accounts', accountName, invitedBy } },
  )
  await record(tx, 'user.invited', 'user', user.userId)
}

/** Refuses RQ429 when the user has been sent the maximum in the last hour. The caller must have locked the user's row. */
export async function guardInvitations(tx: Tx, userId: string): Promise<void> {
  const sent = await tx.row<{ count: number; wait: number }>(sql`
    select count(*) as count, ceil(extract(epoch from min(created_at) + interval '1 hour' - machine_clock()))::int as wait
    from one_time_tokens
    where tenant_id = (select current_tenant()) and user_id = ${userId} and kind = 'invitation'
      and created_at > machine_clock() - interval '1 hour'`)
  if (!sent || sent.count < invitationsPerHour) return
  throw new Refusal('RQ429', { retryAfter: sent.wait }, undefined, { 'retry-after': String(Math.max(1, sent.wait)) })
}

/**
 * How many wrong tokens one client may send before further wrong ones are refused with a wait, which doubles each time. A
 * valid token never waits.
 */
const invitationsPerClient: Allowance = { free: 20, seconds: 300, longest: 3600, memory: 3600 }

export interface Accepting {
  tx: Tx
  read: Reader
  client: string
  throttle: Throttle
  body: Out<Extract<typeof invitations.accept.body, Schema>>
}

/** Sets the first password of a pending user, once. Every invalid request gets the same IV401 (threats A17). */
export async function acceptInvitation({ tx, read, client, throttle, body }: Accepting): Promise<void> {
  const tokenHash = hashOf(body.token)
  // Checked before the password is hashed, because hashing is expensive. The answer's time reveals nothing: a token of
  // 256 bits cannot be guessed.
  const invited = await findInvited(read, tokenHash, body.email)
  if (invited === undefined) {
    await throttle.take(`invitation:${client}`, invitationsPerClient)
    throw new Refusal('IV401')
  }
  await refuseWeakPassword(read, body.password, { email: body.email, name: invited.name })
  const passwordHash = await hashPassword(body.password)
  const userId = await claim(tx, tokenHash, body.email)
  if (userId === undefined) throw new Refusal('IV401')
  await actAs(tx, userId)
  const language = languageCodes.find((code) => code === body.languageCode?.slice(0, 2).toLowerCase()) ?? null
  const timeZone = body.timeZone ? knownTimeZone(body.timeZone) : null
  await tx.run(sql`
    update users set status = 'user_active', password_hash = ${passwordHash},
      language_code = coalesce(${language}, language_code), time_zone = coalesce(known_time_zone(${timeZone}), time_zone)
    where tenant_id = (select current_tenant()) and user_id = ${userId}`)
  if (timeZone !== null && (await isSuperAdmin(tx, userId))) await adoptTimeZone(tx, timeZone)
  await record(tx, 'user.activated', 'user', userId, {
    before: { status: 'user_pending' },
    after: { status: 'user_active' },
  })
}

/**
 * Activates a pending user who was identified in another way, without a password: the invitation proves that they are the person it was
 * sent to. False for every invalid one.
 */
export async function acceptWithoutPassword(tx: Tx, token: string, email: string): Promise<boolean> {
  const userId = await claim(tx, hashOf(token), email)
  if (userId === undefined) return false
  await actAs(tx, userId)
  await tx.run(sql`
    update users set status = 'user_active'
    where tenant_id = (select current_tenant()) and user_id = ${userId}`)
  await record(tx, 'user.activated', 'user', userId, {
    before: { status: 'user_pending' },
    after: { status: 'user_active' },
  })
  return true
}

/** An unused invitation of a pending user with this address, whose account is not deleted. */
const living = (tokenHash: Buffer, email: string) => sql`
  from one_time_tokens t
  join users u on u.tenant_id = t.tenant_id and u.user_id = t.user_id
  join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null
  where t.tenant_id = (select current_tenant()) and t.token_hash = ${tokenHash} and t.kind = 'invitation'
    and t.used_at is null and t.expires_at > machine_clock()
    and u.email = ${email} and u.status = 'user_pending' and u.password_hash is null and u.deleted_at is null
    and u.sign_in_user_id is null`

const findInvited = (read: Reader, tokenHash: Buffer, email: string) =>
  read.row<{ name: string }>(sql`select u.first_name || ' ' || u.last_name as name ${living(tokenHash, email)}`)

/**
 * The user of the invitation, for the one caller that claims it. The user's row is locked first, as in every function
 * that ends an invitation, so that concurrent calls see each other's result.
 */
async function claim(tx: Tx, tokenHash: Buffer, email: string): Promise<string | undefined> {
  const row = await tx.row<{ user_id: string }>(sql`
    with invited as materialized (select u.user_id ${living(tokenHash, email)} for no key update of u)
    update one_time_tokens t set used_at = machine_clock() from invited i
    where t.tenant_id = (select current_tenant()) and t.user_id = i.user_id and t.token_hash = ${tokenHash}
      and t.used_at is null
    returning t.user_id`)
  return row?.user_id
}
