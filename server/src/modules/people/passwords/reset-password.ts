import { createHash } from 'node:crypto'
import type { Out } from '@trellis/contract/endpoint'
import type { ResetPassword } from '@trellis/contract/identity'
import { sql } from '../../../platform/database/sql.ts'
import type { Read, Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { hashOf, newToken } from '../../../platform/secrets.ts'
import { record } from '../../audit/index.ts'
import type { Post } from '../../mail/index.ts'
import type { Sessions } from '../sessions/sessions.ts'
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

/** How long a reset link is valid (rules P19). */
const minutes = 60
/** Links that one address is sent; whoever asks for more is told the same and sent nothing. */
const mostLinks = { count: 3, minutes: 15 }

/**
 * Asks for a link. Leaves a job behind and looks nothing up, so that neither answer nor time tells whether the address is
 * known (threats A2). Asked again while the job waits, it is the same job.
 */
export async function requestReset(tx: Tx, tenantId: string, email: string): Promise<void> {
  const address = email.toLowerCase()
  const key = createHash('sha256').update(`${tenantId}:${address}`).digest('base64url')
  await tx.run(sql`
    select enqueue(${resetRequestTask}, jsonb_build_object('tenantId', ${tenantId}::text, 'email', ${address}::text),
                   ${`${resetRequestTask}:${key}`})`)
}

/** What the job does: an active user is mailed a link, and every earlier one is dead. Others are mailed nothing. */
export async function sendResetLink(tx: Tx, email: string, post: Post): Promise<void> {
  const user = await lockActiveUser(tx, email)
  if (!user || (await countResetTokens(tx, user.userId, mostLinks.minutes)) >= mostLinks.count) return
  const token = newToken()
  await spendTokens(tx, user.userId, ['password_reset'])
  await insertResetToken(tx, hashOf(token), user.userId, minutes)
  await record(tx, 'password.reset_requested', 'user', user.userId)
  const path = `/auth/reset-password?mail=${encodeURIComponent(user.email)}&reset=${token}`
  await post(tx, user, { kind: 'password_reset', values: { path, minutes } })
}

export interface Resetting {
  tx: Tx
  read: Read
  body: Out<typeof ResetPassword>
  sessions: Sessions
  post: Post
  /** Refuses when there were too many. */
  countWrongToken(): Promise<void>
}

/**
 * Sets the password of whoever was sent the token. Whatever is wrong with it is the same PW401 (threats A16). Signs nobody
 * in: the next sign-in asks for the second factor as ever. The wait that failed sign-ins earned the address stays: it
 * ends by itself within a quarter of an hour, and a reset must not be a way to buy guesses.
 */
export async function resetPassword({ tx, read, body, sessions, post, countWrongToken }: Resetting): Promise<void> {
  const tokenHash = hashOf(body.token)
  // Looked at before the dear hash is made. What counts is the claim below.
  const name = await findResetToken(read, tokenHash, body.email)
  if (name === null) {
    await countWrongToken()
    throw new Refusal('PW401')
  }
  await refuseWeakPassword(read, body.password, { email: body.email, name })
  const passwordHash = await hashPassword(body.password)
  const user = await claimResetToken(tx, tokenHash, body.email)
  if (!user || !(await setPassword(tx, user, passwordHash, { because: 'password reset', sessions, post })))
    throw new Refusal('PW401')
}
