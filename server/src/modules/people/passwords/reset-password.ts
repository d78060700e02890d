import { createHash } from 'node:crypto'
import type { Out } from '@trellis/contract/endpoint'
import type { ResetPassword } from '@trellis/contract/identity'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { hashOf, newToken } from '../../../platform/secrets.ts'
import { record } from '../../audit/index.ts'
import type { Mailer } from '../../mail/index.ts'
import { isHeldToDirectory } from '../proofs/prove.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { actAs } from '../sign-in/act-as.ts'
import { setPassword } from './change-password.ts'
import { hashPassword } from './passwords.ts'
import {
  claimResetToken,
  countResetTokens,
  findResetToken,
  insertResetToken,
  lockActiveUser,
  spendTokens,
} from './queries.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

export const resetRequestTask = 'identity:reset-request'

/** How many minutes a reset link is valid (rules P19). */
const minutes = 60
/** Maximum number of links per address; further requests get the same answer, but no mail. */
const mostLinks = { count: 3, minutes: 15 }

/**
 * Requests a link. It only adds a job and looks nothing up, so that neither the answer nor its time reveals whether the
 * address is known (threats A2). A repeated request while the job is queued replaces the job.
 */
export async function requestReset(tx: Tx, tenantId: string, email: string): Promise<void> {
  const address = email.toLowerCase()
  const key = createHash('sha256').update(`${tenantId}:${address}`).digest('base64url')
  await tx.run(sql`
    select enqueue(${resetRequestTask}, jsonb_build_object('tenantId', ${tenantId}::text, 'email', ${address}::text),
                   ${`${resetRequestTask}:${key}`})`)
}

/**
 * The job: mails a link to an active user, also to one who has no password yet, and invalidates earlier links. Does nothing for other
 * addresses, nor for whom passwords would not sign in (rules P73).
 */
export async function sendResetLink(tx: Tx, email: string, { mailer, isOnlyByDirectory }: ResetMeans): Promise<void> {
  const user = await lockActiveUser(tx, email)
  if (!user || (await isHeldToDirectory(tx, user, isOnlyByDirectory))) return
  if ((await countResetTokens(tx, user.userId, mostLinks.minutes)) >= mostLinks.count) return
  const token = newToken()
  await spendTokens(tx, user.userId, ['password_reset'])
  await insertResetToken(tx, hashOf(token), user.userId, minutes)
  await record(tx, 'password.reset_requested', 'user', user.userId)
  const path = `/auth/reset-password?mail=${encodeURIComponent(user.email)}&reset=${token}`
  await mailer(tx, user, { kind: 'password_reset', values: { path, minutes } })
}

export interface ResetMeans {
  mailer: Mailer
  isOnlyByDirectory: (read: Reader, email: string) => Promise<boolean>
}

export interface Resetting {
  tx: Tx
  read: Reader
  body: Out<typeof ResetPassword>
  sessions: Sessions
  mailer: Mailer
  /** Counts a wrong token of the client; refuses when there were too many. */
  countWrongToken(): Promise<void>
}

/**
 * Sets the password of the user to whom the token was sent. Every invalid token gets the same PW401 (threats A16). It
 * does not sign in: the next sign-in asks for the second factor as usual. A throttle caused by failed sign-ins stays (it
 * ends within a quarter of an hour), so that a reset does not give an attacker more guesses.
 */
export async function resetPassword({ tx, read, body, sessions, mailer, countWrongToken }: Resetting): Promise<void> {
  const tokenHash = hashOf(body.token)
  // A check before the expensive hashing; the claim below decides.
  const name = await findResetToken(read, tokenHash, body.email)
  if (name === null) {
    await countWrongToken()
    throw new Refusal('PW401')
  }
  await refuseWeakPassword(read, body.password, { email: body.email, name })
  const passwordHash = await hashPassword(body.password)
  const user = await claimResetToken(tx, tokenHash, body.email)
  if (!user) throw new Refusal('PW401')
  await actAs(tx, user.userId)
  if (!(await setPassword(tx, user, passwordHash, { because: 'password reset', sessions, mailer })))
    throw new Refusal('PW401')
}
