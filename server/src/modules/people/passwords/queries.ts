import { sql } from '../../../platform/database/sql.ts'
import type { Read, Tx } from '../../../platform/database/tx.ts'
import type { Recipient } from '../../mail/index.ts'

/** Whose password it is, as a letter needs them. */
export interface ResettingUser extends Recipient {
  userId: string
}

export interface PasswordOwner extends ResettingUser {
  /** The present one's. */
  passwordHash: string
}

const owner = sql`
  u.user_id as "userId", u.email::text, u.first_name || ' ' || u.last_name as name, u.language_code as "languageCode",
  u.password_hash as "passwordHash"`

/** Users who may sign in, of accounts that live. */
const active = sql`
  from users u
  join accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null
  where u.tenant_id = (select current_tenant()) and u.status = 'user_active' and u.deleted_at is null
    and u.password_hash is not null`

/** One link at a time: who else makes one for this user waits. */
export const lockActiveUser = (tx: Tx, email: string) =>
  tx.row<ResettingUser>(sql`select ${owner} ${active} and u.email = ${email} for update of u`)

export const findOwnPassword = (tx: Read, userId: string) =>
  tx.row<PasswordOwner>(sql`select ${owner} ${active} and u.user_id = ${userId}`)

export const countResetTokens = async (tx: Read, userId: string, minutes: number): Promise<number> => {
  const row = await tx.row<{ count: number }>(sql`
    select count(*) as count from one_time_tokens
    where tenant_id = (select current_tenant()) and user_id = ${userId} and kind = 'password_reset'
      and created_at > clock() - make_interval(mins => ${minutes})`)
  return row?.count ?? 0
}

export const insertResetToken = (tx: Tx, hash: Buffer, userId: string, minutes: number) =>
  tx.run(sql`
    insert into one_time_tokens (token_hash, kind, user_id, expires_at)
    values (${hash}, 'password_reset', ${userId}, clock() + make_interval(mins => ${minutes}))`)

/** From now on nobody gets anything for them. */
export const spendTokens = (tx: Tx, userId: string, kinds: ('password_reset' | 'mfa_sign_in' | 'mfa_setup')[]) =>
  tx.run(sql`
    update one_time_tokens set used_at = clock()
    where tenant_id = (select current_tenant()) and user_id = ${userId} and kind = any(${kinds}::text[]) and used_at is null`)

const good = (hash: Buffer, email: string) => sql`
  t.tenant_id = (select current_tenant()) and t.token_hash = ${hash} and t.kind = 'password_reset'
  and t.used_at is null and t.expires_at > clock() and u.email = ${email} and t.user_id = u.user_id`

/** The name of whom the token was sent to; null for a token that is good for nothing. */
export async function findResetToken(tx: Read, hash: Buffer, email: string): Promise<string | null> {
  const found = await tx.row<{ name: string }>(sql`
    select o.name from one_time_tokens t
    cross join lateral (select ${owner} ${active} and ${good(hash, email)}) o`)
  return found?.name ?? null
}

/** The user whose token it was, for the one caller that claims it. */
export const claimResetToken = (tx: Tx, hash: Buffer, email: string) =>
  tx.row<PasswordOwner>(sql`
    with mine as (select u.*  ${active} and u.email = ${email})
    update one_time_tokens t set used_at = clock() from mine u
    where ${good(hash, email)}
    returning ${owner}`)

/** False when it was changed, or the user suspended or deleted, since `user` was read. */
export const updatePassword = async (tx: Tx, user: PasswordOwner, passwordHash: string): Promise<boolean> =>
  (await tx.run(sql`
    update users set password_hash = ${passwordHash}
    where tenant_id = (select current_tenant()) and user_id = ${user.userId} and password_hash = ${user.passwordHash}
      and status = 'user_active' and deleted_at is null`)) === 1
