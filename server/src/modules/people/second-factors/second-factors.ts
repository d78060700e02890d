import { randomInt } from 'node:crypto'
import { codeDigits, type ProviderType, providerTypes } from '@trellis/contract/second-factors'
import type { Tx } from '../../../platform/database/tx.ts'
import { hashOf, keyedHash, type Secrets, seal, unsealOrNull } from '../../../platform/secrets.ts'
import { record } from '../../audit/index.ts'
import type { Mailer, Recipient } from '../../mail/index.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { openBackupCodes, removeBackupCodes } from './backup-codes.ts'
import { removeChallenges, type SetupDetails } from './challenges.ts'
import { deleteFactor, findOwner, hasSecondFactor, insertFactor, listFactors, lockUser, spendStep } from './queries.ts'
import { matchingStep } from './totp.ts'

export type Evidence = 'email' | 'authenticator' | 'backup_code'

export type SecondFactors = ReturnType<typeof openSecondFactors>

/** What is needed to announce a change of factors: to the user's other sessions and, by mail, to the user. */
interface Hearing {
  sessions: Sessions
  mailer: Mailer
}

export interface SecondFactorMeans extends Hearing {
  secrets: Secrets
}

/** Names of the providers in the API; the screen shows its own translation, by the type. */
export const providerNames = { 1: 'Email', 3: 'Authenticator app' } as const satisfies Record<ProviderType, string>

/** Removes spaces, which people copy along with a code. */
const withoutSpaces = (code: string) => code.replace(/\s/g, '')

export const recipientOf = (user: { email: string; name: string; language_code: string }): Recipient => ({
  email: user.email,
  name: user.name,
  languageCode: user.language_code,
})

/** The key that encrypts authenticator secrets. */
export const authenticatorSecret = (secrets: Secrets) => secrets('authenticator secret')

/** The second factors of users: checking, enabling and disabling them (rules P17, P18). */
export function openSecondFactors({ secrets, sessions, mailer }: SecondFactorMeans) {
  const secretKey = authenticatorSecret(secrets)
  const codeKey = secrets('e-mail code')
  const backupCodes = openBackupCodes(secrets)

  const hashOfCode = (token: string, code: string) =>
    keyedHash(codeKey, `${hashOf(token).toString('base64url')}:${withoutSpaces(code)}`)

  return {
    backupCodes,
    sealSecret: (secret: string) => seal(secretKey, secret).toString('base64'),

    /** A code to mail and the hash to check it with, valid for this token only. */
    newEmailCode(token: string): { code: string; codeHash: string } {
      const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
      return { code, codeHash: hashOfCode(token, code) }
    },

    /**
     * Which of the user's factors the code proves; null when none. The code is marked as used in this transaction.
     * @param codeHash of the e-mail code that was sent for this token, if any
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

    /**
     * Checks the code of a factor that is being set up. Returns its time step (0 for an e-mail code), or null when the
     * code is wrong.
     */
    proves(details: SetupDetails, token: string, code: string, presentStep: number): number | null {
      if (details.providerType === providerTypes.email) return details.code === hashOfCode(token, code) ? 0 : null
      const secret = unsealOrNull(secretKey, Buffer.from(details.secret ?? '', 'base64'))
      return secret === null ? null : matchingStep(secret, withoutSpaces(code), presentStep, 0)
    },

    /**
     * Enables the verified factor; the first one creates ten backup codes. False when one of the same kind is already
     * enabled.
     */
    async enable(tx: Tx, userId: string, details: SetupDetails, keepSession: string): Promise<boolean> {
      const { providerType, secret, step } = details
      await lockUser(tx, userId)
      const isFirst = !(await hasSecondFactor(tx, userId))
      const secretSealed = secret === undefined ? null : Buffer.from(secret, 'base64')
      if (!(await insertFactor(tx, { userId, providerType, secretSealed, lastStep: step ?? 0 }))) return false
      if (isFirst) await backupCodes.make(tx, userId)
      await record(tx, 'mfa.enabled', 'user', userId, { after: { providerType } })
      await sessions.endAllOf(tx, userId, 'second factor enabled', keepSession)
      await tell(tx, mailer, userId, 'mfa_enabled', providerType)
      return true
    },

    /** Disables a factor at once; disabling the last one deletes the backup codes. False when it was not enabled. */
    disable: (tx: Tx, userId: string, providerType: ProviderType, keepSession: string): Promise<boolean> =>
      disable(tx, userId, providerType, { sessions, mailer }, keepSession),
  }
}

/** Removes all second factors and backup codes of a user who has lost them. Returns the number of factors removed. */
export async function resetSecondFactors(tx: Tx, userId: string, hearing: Hearing, from = ''): Promise<number> {
  const factors = (await listFactors(tx, userId)).filter(({ since }) => since >= from)
  for (const { provider_type } of factors) await disable(tx, userId, provider_type, hearing)
  return factors.length
}

/** After a factor was removed: pending sign-ins end, and with the last factor the backup codes. */
export async function forgetLast(tx: Tx, userId: string): Promise<void> {
  if (!(await hasSecondFactor(tx, userId))) await removeBackupCodes(tx, userId)
  await removeChallenges(tx, userId)
}

async function disable(
  tx: Tx,
  userId: string,
  providerType: ProviderType,
  { sessions, mailer }: Hearing,
  keepSession?: string,
): Promise<boolean> {
  await lockUser(tx, userId)
  if (!(await deleteFactor(tx, userId, providerType))) return false
  await forgetLast(tx, userId)
  await record(tx, 'mfa.disabled', 'user', userId, { before: { providerType } })
  await sessions.endAllOf(tx, userId, 'second factor disabled', keepSession)
  await tell(tx, mailer, userId, 'mfa_disabled', providerType)
  return true
}

async function tell(
  tx: Tx,
  mailer: Mailer,
  userId: string,
  kind: 'mfa_enabled' | 'mfa_disabled',
  type: ProviderType,
): Promise<void> {
  const owner = await findOwner(tx, userId)
  if (owner) await mailer(tx, recipientOf(owner), { kind, values: { provider: providerNames[type], path: '/profile' } })
}
