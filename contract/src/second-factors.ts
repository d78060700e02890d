import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { text } from './values.ts'

/** Provider types: e-mail code and authenticator app (rules P17). */
export const providerTypes = { email: 1, authenticator: 3 } as const
export type ProviderType = (typeof providerTypes)[keyof typeof providerTypes]

/** In the challenge of a sign-in, a passkey is a provider too; it is set up by the calls of passkeys. */
export const passkeyProvider = 4

/** A code of an e-mail or an authenticator has six digits; a backup code is longer (rules P17, P18). */
export const codeDigits = 6

const ProviderTypeNumber = z.union([z.literal(1), z.literal(3)])
const MfaToken = text(2000)
const Code = text(50)

/**
 * A second factor. `providerSetup` is the link (`otpauth://…`) for a QR code. It is null for e-mail and after setup:
 * the secret is shown only once.
 */
export const Provider = z.object({
  providerType: ProviderTypeNumber,
  name: z.string(),
  providerSetup: z.nullable(z.string()),
})
export type Provider = z.output<typeof Provider>

const ChallengeTypeNumber = z.union([z.literal(1), z.literal(3), z.literal(passkeyProvider)])

export const ChallengeProvider = z.object({ providerType: ChallengeTypeNumber, name: z.string() })
export type ChallengeProvider = z.output<typeof ChallengeProvider>

export const BackupCode = z.object({ backupCode: z.string(), isConsumed: z.boolean() })
export type BackupCode = z.output<typeof BackupCode>

export const secondFactors = {
  available: endpoint({
    method: 'GET',
    path: '/auth/mfa/providers',
    summary: 'Second factors that can be set up, each with a fresh setup link where it has one',
    permission: 'session',
    answer: z.array(Provider),
    onlyPeople: true,
    withoutFactor: true,
  }),
  own: endpoint({
    method: 'GET',
    path: '/auth/me/mfa/providers',
    summary: 'Second factors that the caller has enabled',
    permission: 'session',
    answer: z.array(Provider),
    onlyPeople: true,
    withoutFactor: true,
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/auth/token/mfa/challenge',
    summary: 'Second factors that a sign-in can be completed with',
    permission: 'public',
    effect: 'read',
    body: z.strictObject({ mfaToken: MfaToken }),
    answer: z.array(ChallengeProvider),
    refusals: ['A406'],
  }),
  sendChallengeCode: endpoint({
    method: 'POST',
    path: '/auth/token/mfa/send-code',
    summary: 'Choose a second factor for a sign-in; an e-mail code is sent',
    permission: 'public',
    body: z.strictObject({ providerType: ChallengeTypeNumber, mfaToken: MfaToken }),
    refusals: ['A406', 'RQ429'],
  }),
  requestSetup: endpoint({
    method: 'POST',
    path: '/auth/mfa/send-code',
    summary: 'Begin to enable a second factor; an e-mail code is sent',
    permission: 'session',
    body: z.strictObject({
      providerSetup: z.optional(z.nullable(text(2000))),
      name: z.optional(z.nullable(text())),
      providerType: ProviderTypeNumber,
    }),
    answer: z.object({ mfaToken: z.string() }),
    refusals: ['RQ409', 'RQ429'],
    onlyPeople: true,
    withoutFactor: true,
  }),
  verifySetup: endpoint({
    method: 'POST',
    path: '/auth/mfa/verify-code',
    summary: 'Prove that the second factor being enabled works',
    permission: 'session',
    body: z.strictObject({ authCode: Code, mfaToken: MfaToken }),
    refusals: ['A406', 'A410', 'RQ403', 'RQ429'],
    onlyPeople: true,
    withoutFactor: true,
  }),
  confirmSetup: endpoint({
    method: 'PUT',
    path: '/auth/mfa',
    summary: 'Enable the second factor that was verified',
    permission: 'session',
    body: z.strictObject({ mfaToken: MfaToken }),
    status: 202,
    refusals: ['A406', 'RQ403', 'RQ409'],
    onlyPeople: true,
    withoutFactor: true,
  }),
  disable: endpoint({
    method: 'DELETE',
    path: '/auth/mfa',
    summary: 'Disable a second factor, at once; ends every other session',
    permission: 'session',
    query: z.strictObject({ providerType: z.enum(['1', '3']) }),
    refusals: ['RQ404', 'RQ403', 'RQ409'],
    onlyPeople: true,
  }),
  backupCodes: endpoint({
    method: 'GET',
    path: '/auth/mfa/backup-codes',
    summary: 'Own backup codes, consumed ones marked; none while no second factor is enabled',
    permission: 'session',
    answer: z.array(BackupCode),
    onlyPeople: true,
    withoutFactor: true,
  }),
}
