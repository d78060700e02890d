import { undoDays } from '@trellis/contract/email-changes'
import { violates } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { hashOf, newToken } from '../../../platform/secrets.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import type { Mailer } from '../../mail/index.ts'
import { resetPasskeys } from '../passkeys/passkeys.ts'
import { type PasswordOwner, spendTokens } from '../passwords/queries.ts'
import { requestReset } from '../passwords/reset-password.ts'
import { isHeldToDirectory } from '../proofs/prove.ts'
import { resetSecondFactors } from '../second-factors/second-factors.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { actAs } from '../sign-in/act-as.ts'

/** How many hours the link to the new address is valid (rules P46). */
const hours = 24
/** Links that a user may have sent within a day. */
const mostLinks = 5

export interface EmailMeans {
  sessions: Sessions
  mailer: Mailer
  isOnlyByDirectory: (read: Reader, email: string) => Promise<boolean>
}

/**
 * Mails a link to a new address. Nothing changes before it is used, and the answer is the same whether somebody has that address.
 * Earlier links become invalid. The caller has proved anew who they are.
 */
export async function askForEmail(tx: Tx, user: PasswordOwner, email: string, means: EmailMeans): Promise<void> {
  if (email.toLowerCase() === user.email.toLowerCase())
    throw invalid(['email'], 'email_taken', 'Is the present address')
  await stayWithDirectory(tx, user, email, means)
  await lockUser(tx, user.userId)
  const sent = await tx.row<{ count: number; wait: number }>(sql`
    select count(*)::int as count, ceil(extract(epoch from min(created_at) + interval '1 day' - machine_clock()))::int as wait
    from one_time_tokens
    where tenant_id = (select current_tenant()) and user_id = ${user.userId} and kind = 'email_change'
      and created_at > machine_clock() - interval '1 day'`)
  if (sent && sent.count >= mostLinks)
    throw new Refusal('RQ429', { retryAfter: sent.wait }, undefined, { 'retry-after': String(Math.max(1, sent.wait)) })
  await spendTokens(tx, user.userId, ['email_change'])
  const token = await insertToken(tx, 'email_change', user.userId, email, hours)
  await record(tx, 'user.email_change_requested', 'user', user.userId)
  await means.mailer(tx, { ...user, email }, { kind: 'email_change', values: { path: linkOf('change', token), hours } })
}

/** The address that waits for its proof. */
export const findWaiting = (tx: Reader, { userId }: Actor) =>
  tx.row<{ email: string; creationDate: string; expirationDate: string }>(sql`
    select details->>'email' as email, iso(created_at) as "creationDate", iso(expires_at) as "expirationDate"
    from one_time_tokens
    where tenant_id = (select current_tenant()) and user_id = ${userId} and kind = 'email_change'
      and used_at is null and expires_at > machine_clock()`)

/**
 * Gives the user of the token the address that it was sent to. The former address is told, with a link that takes the change back.
 * Undefined for a token that is invalid, used, expired or withdrawn; refuses US409 when somebody has the address by now.
 */
export async function confirmEmail(tx: Tx, token: string, means: EmailMeans): Promise<string | undefined> {
  const user = await claimToken(tx, 'email_change', token)
  if (!user) return undefined
  await actAs(tx, user.userId)
  await stayWithDirectory(tx, user, user.given, means)
  await setEmail(tx, user, means.sessions)
  const back = await insertToken(tx, 'email_undo', user.userId, user.email, undoDays * 24)
  await means.mailer(tx, user, {
    kind: 'email_changed',
    values: { path: linkOf('undo', back), email: user.given, days: undoDays },
  })
  return user.given
}

/**
 * Gives the user of the token the former address again. As somebody else may know the password, it works no more: every session ends,
 * passkeys and second factors that were set up since the change go, and a link to choose a new one is mailed to the former address. Undefined and US409 as above.
 */
export async function undoEmail(
  tx: Tx,
  tenantId: string,
  token: string,
  means: EmailMeans,
): Promise<string | undefined> {
  const user = await claimToken(tx, 'email_undo', token)
  if (!user) return undefined
  await actAs(tx, user.userId)
  await setEmail(tx, user, means.sessions)
  await spendTokens(tx, user.userId, ['email_undo'])
  await resetPasskeys(tx, user.userId, means, user.since)
  await resetSecondFactors(tx, user.userId, means, user.since)
  await tx.run(sql`
    update users set password_hash = null where tenant_id = (select current_tenant()) and user_id = ${user.userId}`)
  await means.sessions.endAllOf(tx, user.userId, 'address taken back')
  await requestReset(tx, tenantId, user.given)
  return user.given
}

/** Whom a directory alone signs in does not leave it by another address (rules P72). */
async function stayWithDirectory(
  tx: Reader,
  user: PasswordOwner,
  email: string,
  { isOnlyByDirectory }: EmailMeans,
): Promise<void> {
  if ((await isHeldToDirectory(tx, user, isOnlyByDirectory)) && !(await isOnlyByDirectory(tx, email)))
    throw new Refusal('RQ403', { reason: 'only_directory' }, 'The address is that of the directory')
}

interface Owner extends PasswordOwner {
  /** The address of the token. */
  given: string
  /** When the token was made, as an ISO instant. */
  since: string
}

const setEmail = (tx: Tx, owner: Owner, sessions: Sessions): Promise<void> =>
  giveAddress(tx, owner, owner.given, sessions)

/** Gives a user another address; links that were sent to the former one work no more. Refuses US409 for one that is used. */
export async function giveAddress(
  tx: Tx,
  { userId, email }: Pick<Owner, 'userId' | 'email'>,
  given: string,
  sessions: Sessions,
): Promise<void> {
  const change = tx.run(sql`
    update users set email = ${given} where tenant_id = (select current_tenant()) and user_id = ${userId}`)
  await change.catch((error: unknown) => {
    throw violates(error, 'users_by_email') ? new Refusal('US409') : error
  })
  await spendTokens(tx, userId, ['email_change', 'password_reset', 'mfa_sign_in', 'mfa_setup'])
  await record(tx, 'user.email_changed', 'user', userId, { before: { email }, after: { email: given } })
  await sessions.refreshAllOf(tx, userId)
}

const linkOf = (kind: 'change' | 'undo', token: string) => `/auth/email?${kind}=${token}`

async function insertToken(tx: Tx, kind: string, userId: string, email: string, validHours: number): Promise<string> {
  const token = newToken()
  await tx.run(sql`
    insert into one_time_tokens (token_hash, kind, user_id, details, expires_at)
    values (${hashOf(token)}, ${kind}, ${userId}, jsonb_build_object('email', ${email}::text),
            machine_clock() + make_interval(hours => ${validHours}))`)
  return token
}

const lockUser = (tx: Tx, userId: string) =>
  tx.run(sql`select from users where tenant_id = (select current_tenant()) and user_id = ${userId} for no key update`)

/** The active user of a token, for the one caller that claims it. */
async function claimToken(tx: Tx, kind: string, token: string): Promise<Owner | undefined> {
  // The user is locked first, as in every function that ends tokens of users, so that concurrent calls see each other's result.
  const hash = hashOf(token)
  await tx.run(sql`
    select from users where tenant_id = (select current_tenant()) and user_id = (
      select t.user_id from one_time_tokens t
      where t.tenant_id = (select current_tenant()) and t.token_hash = ${hash} and t.kind = ${kind})
    for no key update`)
  return tx.row<Owner>(sql`
    update one_time_tokens t set used_at = machine_clock()
    from users u
    join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null
    where t.tenant_id = (select current_tenant()) and t.token_hash = ${hash} and t.kind = ${kind}
      and t.used_at is null and t.expires_at > machine_clock()
      and u.tenant_id = t.tenant_id and u.user_id = t.user_id and u.status = 'user_active' and u.deleted_at is null
    returning u.user_id as "userId", u.email::text, u.first_name || ' ' || u.last_name as name,
      u.language_code as "languageCode", u.password_hash as "passwordHash", t.details->>'email' as given, iso(t.created_at) as since`)
}
