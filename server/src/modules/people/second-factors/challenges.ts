import type { ProviderType } from '@trellis/contract/second-factors'
import { json, sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'

/** Lifetime of a second-factor token in minutes, and of the e-mail code sent for it (rules P25). */
export const tokenMinutes = 10
/** Maximum number of tries per token. */
export const triesPerToken = 5

/** A sign-in that is waiting for its second factor. */
export interface Challenge {
  user_id: string
  email: string
  name: string
  language_code: string
  password_hash: string
  /** Whether this browser has signed in as this user before. */
  known_browser: boolean
  minutes_left: number
}

const living = (hash: Buffer, kind: 'mfa_sign_in' | 'mfa_setup') => sql`
  t.tenant_id = (select current_tenant()) and t.token_hash = ${hash} and t.kind = ${kind}
  and t.used_at is null and t.expires_at > machine_clock()`

/** Ties a challenge to the password it was created with: changing the password invalidates the challenge. */
const passwordMark = (column: string) => sql`encode(sha256(convert_to(${sql.ref(column)}, 'UTF8')), 'hex')`

export const insertChallenge = (tx: Tx, hash: Buffer, userId: string) =>
  tx.run(sql`
    insert into one_time_tokens (token_hash, kind, user_id, details, expires_at)
    select ${hash}, 'mfa_sign_in', user_id, jsonb_build_object('password', ${passwordMark('password_hash')}),
           machine_clock() + make_interval(mins => ${tokenMinutes})
    from users where tenant_id = (select current_tenant()) and user_id = ${userId}`)

/** A challenge that is still valid, of a user who may sign in. */
export const findChallenge = (tx: Reader, hash: Buffer, browserHash: Buffer | null = null) =>
  tx.row<Challenge>(sql`
    select u.user_id, u.email::text, u.first_name || ' ' || u.last_name as name, u.language_code, u.password_hash,
           exists (select from sessions s where s.tenant_id = u.tenant_id and s.user_id = u.user_id
                   and s.device_token_hash = ${browserHash}) as known_browser,
           greatest(1, floor(extract(epoch from t.expires_at - machine_clock()) / 60))::int as minutes_left
    from one_time_tokens t
    join users u on u.tenant_id = t.tenant_id and u.user_id = t.user_id and u.status = 'user_active' and u.deleted_at is null
    join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null
    where ${living(hash, 'mfa_sign_in')} and t.tries < ${triesPerToken}
      and t.details->>'password' = ${passwordMark('u.password_hash')}`)

/** Counts a try before the code is checked; false when no try is left. */
export const takeTry = async (tx: Tx, hash: Buffer): Promise<boolean> =>
  (await tx.run(sql`
    update one_time_tokens set tries = tries + 1
    where tenant_id = (select current_tenant()) and token_hash = ${hash} and used_at is null and tries < ${triesPerToken}`)) ===
  1

/** Sets the e-mail code for this token; an earlier code becomes invalid. */
export const setEmailCode = async (tx: Tx, hash: Buffer, codeHash: string): Promise<boolean> =>
  (await tx.run(sql`
    update one_time_tokens t set details = details || jsonb_build_object('code', ${codeHash}::text)
    where ${living(hash, 'mfa_sign_in')}`)) === 1

/** Claims the challenge for one sign-in. Undefined when another sign-in has claimed it or it has expired. */
export const claimChallenge = (tx: Tx, hash: Buffer) =>
  tx.row<{ code: string | null }>(sql`
    update one_time_tokens t set used_at = machine_clock() where ${living(hash, 'mfa_sign_in')}
    returning t.details->>'code' as code`)

export const removeChallenges = (tx: Tx, userId: string) =>
  tx.run(sql`
    delete from one_time_tokens
    where tenant_id = (select current_tenant()) and user_id = ${userId} and kind in ('mfa_sign_in', 'mfa_setup')`)

/** What is stored while a second factor is being set up, until it is confirmed. */
export interface SetupDetails {
  providerType: ProviderType
  /** Authenticator: its secret, encrypted, in base64. */
  secret?: string
  /** E-mail: the hash of the code that was sent. */
  code?: string
  verified?: boolean
  /** Authenticator: the time step of the code that verified it, which cannot be used again. */
  step?: number
}

/** Starts a set-up. A user has only one at a time; an earlier one becomes invalid. */
export async function insertSetup(tx: Tx, hash: Buffer, userId: string, details: SetupDetails): Promise<void> {
  await tx.run(sql`
    delete from one_time_tokens
    where tenant_id = (select current_tenant()) and user_id = ${userId} and kind = 'mfa_setup'`)
  await tx.run(sql`
    insert into one_time_tokens (token_hash, kind, user_id, details, expires_at)
    values (${hash}, 'mfa_setup', ${userId}, ${json(details)}, machine_clock() + make_interval(mins => ${tokenMinutes}))`)
}

export const findSetup = (tx: Reader, hash: Buffer) =>
  tx.row<{ user_id: string; details: SetupDetails; tries: number }>(sql`
    select t.user_id, t.details, t.tries from one_time_tokens t where ${living(hash, 'mfa_setup')}`)

export const markVerified = async (tx: Tx, hash: Buffer, step: number): Promise<boolean> =>
  (await tx.run(sql`
    update one_time_tokens t set details = details || jsonb_build_object('verified', true, 'step', ${step}::bigint)
    where ${living(hash, 'mfa_setup')}`)) === 1

/** Claims the set-up token for one call. Undefined when another call has claimed it or it has expired. */
export const claimSetup = (tx: Tx, hash: Buffer) =>
  tx.row<{ details: SetupDetails }>(sql`
    update one_time_tokens t set used_at = machine_clock() where ${living(hash, 'mfa_setup')} returning t.details`)
