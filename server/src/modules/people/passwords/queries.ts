import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import type { Recipient } from '../../mail/index.ts'

/** The owner of the password, as needed for the mail. */
export interface ResettingUser extends Recipient {
  userId: string
}

export interface PasswordOwner extends ResettingUser {
  /** Hash of the present password; null for who has none, as who was made by a directory. */
  passwordHash: string | null
}

const owner = sql`
  u.user_id as "userId", u.email::text, u.first_name || ' ' || u.last_name as name, u.language_code as "languageCode",
  u.password_hash as "passwordHash"`

/** Users who may sign in, in accounts that are not deleted. */
const active = sql`
  from users u
  join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null
  where u.tenant_id = (select current_tenant()) and u.status = 'user_active' and u.deleted_at is null`

/** Locks the user, so that concurrent requests for a link wait for each other. */
export const lockActiveUser = (tx: Tx, email: string) =>
  tx.row<PasswordOwner>(sql`select ${owner} ${active} and u.email = ${email} for update of u`)

export const findOwnPassword = (tx: Reader, userId: string) =>
  tx.row<PasswordOwner>(sql`select ${owner} ${active} and u.user_id = ${userId}`)

export const countResetTokens = async (tx: Reader, userId: string, minutes: number): Promise<number> => {
  const row = await tx.row<{ count: number }>(sql`
    select count(*) as count from one_time_tokens
    where tenant_id = (select current_tenant()) and user_id = ${userId} and kind = 'password_reset'
      and created_at > machine_clock() - make_interval(mins => ${minutes})`)
  return row?.count ?? 0
}

export const insertResetToken = (tx: Tx, hash: Buffer, userId: string, minutes: number) =>
  tx.run(sql`
    insert into one_time_tokens (token_hash, kind, user_id, expires_at)
    values (${hash}, 'password_reset', ${userId}, machine_clock() + make_interval(mins => ${minutes}))`)

/** Invalidates the user's unused tokens of these kinds. */
export const spendTokens = (
  tx: Tx,
  userId: string,
  kinds: ('password_reset' | 'mfa_sign_in' | 'mfa_setup' | 'invitation' | 'email_change' | 'email_undo')[],
) =>
  tx.run(sql`
    update one_time_tokens set used_at = machine_clock()
    where tenant_id = (select current_tenant()) and user_id = ${userId} and kind = any(${kinds}::text[]) and used_at is null`)

const good = (hash: Buffer, email: string) => sql`
  t.tenant_id = (select current_tenant()) and t.token_hash = ${hash} and t.kind = 'password_reset'
  and t.used_at is null and t.expires_at > machine_clock() and u.email = ${email} and t.user_id = u.user_id`

/** The name of the user the token was sent to; null for an invalid token. */
export async function findResetToken(tx: Reader, hash: Buffer, email: string): Promise<string | null> {
  const found = await tx.row<{ name: string }>(sql`
    select o.name from one_time_tokens t
    cross join lateral (select ${owner} ${active} and ${good(hash, email)}) o`)
  return found?.name ?? null
}

/** The user of the token, for the one caller that claims it. */
export const claimResetToken = (tx: Tx, hash: Buffer, email: string) =>
  tx.row<PasswordOwner>(sql`
    with mine as (select u.*  ${active} and u.email = ${email})
    update one_time_tokens t set used_at = machine_clock() from mine u
    where ${good(hash, email)}
    returning ${owner}`)

/** False when the password was changed, or the user suspended or deleted, since `user` was read. */
export const updatePassword = async (tx: Tx, user: PasswordOwner, passwordHash: string): Promise<boolean> =>
  (await tx.run(sql`
    update users set password_hash = ${passwordHash}
    where tenant_id = (select current_tenant()) and user_id = ${user.userId} and password_hash is not distinct from ${user.passwordHash}
      and status = 'user_active' and deleted_at is null`)) === 1
