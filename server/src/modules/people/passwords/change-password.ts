import type { Out } from '@trellis/contract/endpoint'
import type { ChangePassword } from '@trellis/contract/identity'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import type { Allowance, Throttle } from '../../../platform/throttle.ts'
import { record } from '../../audit/index.ts'
import type { Mailer } from '../../mail/index.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { findOwnPassword, type PasswordOwner, spendTokens, updatePassword } from './queries.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

/**
 * Wrong current passwords allowed before the user has to wait, so that a stolen session cannot be used to guess the
 * password (threats A15).
 */
const perUser: Allowance = { free: 5, seconds: 60, longest: 900, memory: 900 }

export interface Changing {
  tx: Tx
  read: Reader
  actor: Actor
  body: Out<typeof ChangePassword>
  throttle: Throttle
  sessions: Sessions
  mailer: Mailer
}

/**
 * Changes the user's own password. A wrong current password is refused with RQ403, never 401, because the web app signs
 * out on 401.
 */
export async function changePassword({ tx, read, actor, body, throttle, sessions, mailer }: Changing): Promise<void> {
  const user = await provePassword({ read, actor, throttle }, body.currentPassword)
  await refuseWeakPassword(read, body.password, user)
  const passwordHash = await hashPassword(body.password)
  const because = 'password changed'
  if (!(await setPassword(tx, user, passwordHash, { because, keep: actor.sessionId, sessions, mailer })))
    throw new Refusal('RQ403', { reason: 'password' }, 'The password was just changed')
}

/** The caller, if this is their password; null otherwise. Tries are counted for each user. Refuses RQ429. */
export async function isOwnPassword(
  { read, actor, throttle }: Pick<Changing, 'read' | 'actor' | 'throttle'>,
  password: string,
): Promise<PasswordOwner | null> {
  const key = `password:${actor.tenantId}:${actor.signInUserId}`
  const user = await findOwnPassword(read, actor.signInUserId)
  await throttle.take(key, perUser)
  if (!user || !(await passwordFits(password, user.passwordHash))) return null
  await throttle.forget(key)
  return user
}

/** The same for a call that only its owner's password opens. Refuses RQ403 for a wrong one. */
export async function provePassword(
  means: Pick<Changing, 'read' | 'actor' | 'throttle'>,
  password: string,
): Promise<PasswordOwner> {
  const user = await isOwnPassword(means, password)
  if (!user) throw new Refusal('RQ403', { reason: 'password' }, 'The current password is not correct')
  return user
}

interface Consequences {
  because: string
  keep?: string
  sessions: Sessions
  mailer: Mailer
}

/**
 * Sets a password, ends all sessions except `keep`, invalidates pending links and second steps, and notifies the user by
 * mail. False when the password was changed or the user suspended in the meantime.
 */
export async function setPassword(
  tx: Tx,
  user: PasswordOwner,
  passwordHash: string,
  { because, keep, sessions, mailer }: Consequences,
): Promise<boolean> {
  if (!(await updatePassword(tx, user, passwordHash))) return false
  await spendTokens(tx, user.userId, ['password_reset', 'mfa_sign_in', 'mfa_setup'])
  await sessions.endAllOf(tx, user.userId, because, keep)
  await record(tx, 'password.changed', 'user', user.userId, { after: { because } })
  await mailer(tx, user, { kind: 'password_changed', values: { path: '/auth/forgot-password' } })
  return true
}
