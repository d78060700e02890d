import { randomInt } from 'node:crypto'
import { codeDigits, type ProviderType, providerTypes } from '@trellis/contract/second-factors'
import type { Tx } from '../../../platform/database/tx.ts'
import { hashOf, keyedHash, type Secrets, seal, unsealOrNull } from '../../../platform/secrets.ts'
import { record } from '../../audit/index.ts'
import type { Post, Recipient } from '../../mail/index.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { openBackupCodes, removeBackupCodes } from './backup-codes.ts'
import { removeChallenges, type SetupDetails } from './challenges.ts'
import { deleteFactor, findOwner, insertFactor, listFactors, lockUser, spendStep } from './queries.ts'
import { matchingStep } from './totp.ts'

export type Evidence = 'email' | 'authenticator' | 'backup_code'

export type SecondFactors = ReturnType<typeof openSecondFactors>

/** Who has to hear of it when a factor comes or goes: whoever else is signed in as the user, and the user. */
interface Hearing {
  sessions: Sessions
  post: Post
}

export interface SecondFactorMeans extends Hearing {
  secrets: Secrets
}

/** What the providers are called until the screen, which knows them by type, says it in the reader's language. */
export const providerNames = { 1: 'Email', 3: 'Authenticator app' } as const satisfies Record<ProviderType, string>

/** As people copy it, with spaces in between. */
const withoutSpaces = (code: string) => code.replace(/\s/g, '')

export const recipientOf = (user: { email: string; name: string; language_code: string }): Recipient => ({
  email: user.email,
  name: user.name,
  languageCode: user.language_code,
})

/** What the secrets of authenticators are sealed with. */
export const authenticatorSecret = (secrets: Secrets) => secrets('authenticator secret')

/** The second factors of users: what proves one, and how one comes and goes (rules P17, P18). */
export function openSecondFactors({ secrets, sessions, post }: SecondFactorMeans) {
  const secretKey = authenticatorSecret(secrets)
  const codeKey = secrets('e-mail code')
  const backupCodes = openBackupCodes(secrets)

  const hashOfCode = (token: string, code: string) =>
    keyedHash(codeKey, `${hashOf(token).toString('base64url')}:${withoutSpaces(code)}`)

  return {
    backupCodes,
    sealSecret: (secret: string) => seal(secretKey, secret).toString('base64'),

    /** A code to send, and the hash by which it is known again: good for this token only. */
    newEmailCode(token: string): { code: string; codeHash: string } {
      const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
      return { code, codeHash: hashOfCode(token, code) }
    },

    /**
     * Which of the user's factors the code proves; null when none. What proved it is spent in this transaction.
     * @param codeHash of the e-mail code that was sent for this token, if one was
     */
    async accept(
      tx: Tx,
      given: { userId: string; token: string; codeHash: string | null; code: string },
    ): Promise<Evidence | null> {
      const { userId, token, codeHash } = given
      const code = withoutSpaces(given.code)
      for (const factor of await listFactors(tx, userId)) {
        if (factor.provider_type === providerTypes.email && codeHash === hashOfCode(token, code)) return 'email'
        if (factor.secret_sealed === null) continue
        const secret = unsealOrNull(secretKey, factor.secret_sealed)
        const step = secret === null ? null : matchingStep(secret, code, factor.step, factor.last_step)
        if (step !== null && (await spendStep(tx, userId, step))) return 'authenticator'
      }
      if (!(await backupCodes.use(tx, userId, code))) return null
      const left = await backupCodes.countUnused(tx, userId)
      await record(tx, 'mfa.backup_code_used', 'user', userId, { after: { left } })
      return 'backup_code'
    },

    /** The time step that a code proves of a factor being set up (0 for an e-mail's); null when it is wrong. */
    proves(details: SetupDetails, token: string, code: string, presentStep: number): number | null {
      if (details.providerType === providerTypes.email) return details.code === hashOfCode(token, code) ? 0 : null
      const secret = unsealOrNull(secretKey, Buffer.from(details.secret ?? '', 'base64'))
      return secret === null ? null : matchingStep(secret, withoutSpaces(code), presentStep, 0)
    },

    /** Enables what was verified; the first one brings ten backup codes. False when there is one of its kind. */
    async enable(tx: Tx, userId: string, details: SetupDetails, keepSession: string): Promise<boolean> {
      const { providerType, secret, step } = details
      await lockUser(tx, userId)
      const isFirst = (await listFactors(tx, userId)).length === 0
      const secretSealed = secret === undefined ? null : Buffer.from(secret, 'base64')
      if (!(await insertFactor(tx, { userId, providerType, secretSealed, lastStep: step ?? 0 }))) return false
      if (isFirst) await backupCodes.make(tx, userId)
      await record(tx, 'mfa.enabled', 'user', userId, { after: { providerType } })
      await sessions.endAllOf(tx, userId, 'second factor enabled', keepSession)
      await tell(tx, post, userId, 'mfa_enabled', providerType)
      return true
    },

    /** Disables one at once; the last one takes the backup codes with it. False when it was not enabled. */
    disable: (tx: Tx, userId: string, providerType: ProviderType, keepSession: string): Promise<boolean> =>
      disable(tx, userId, providerType, { sessions, post }, keepSession),
  }
}

/** Removes every second factor of somebody who lost them all, and the backup codes; how many there were. */
export async function resetSecondFactors(tx: Tx, userId: string, hearing: Hearing): Promise<number> {
  const factors = await listFactors(tx, userId)
  for (const { provider_type } of factors) await disable(tx, userId, provider_type, hearing)
  return factors.length
}

async function disable(
  tx: Tx,
  userId: string,
  providerType: ProviderType,
  { sessions, post }: Hearing,
  keepSession?: string,
): Promise<boolean> {
  await lockUser(tx, userId)
  if (!(await deleteFactor(tx, userId, providerType))) return false
  if ((await listFactors(tx, userId)).length === 0) await removeBackupCodes(tx, userId)
  await removeChallenges(tx, userId)
  await record(tx, 'mfa.disabled', 'user', userId, { before: { providerType } })
  await sessions.endAllOf(tx, userId, 'second factor disabled', keepSession)
  await tell(tx, post, userId, 'mfa_disabled', providerType)
  return true
}

async function tell(
  tx: Tx,
  post: Post,
  userId: string,
  kind: 'mfa_enabled' | 'mfa_disabled',
  type: ProviderType,
): Promise<void> {
  const owner = await findOwner(tx, userId)
  if (owner) await post(tx, recipientOf(owner), { kind, values: { provider: providerNames[type], path: '/profile' } })
}
