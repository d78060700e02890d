import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { maximumPasskeys, type PasskeyAssertion } from '@trellis/contract/passkeys'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import type { Mailer } from '../../mail/index.ts'
import type { BackupCodes } from '../second-factors/backup-codes.ts'
import { findOwner, hasSecondFactor, lockUser } from '../second-factors/queries.ts'
import { forgetLast, recipientOf } from '../second-factors/second-factors.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { type ChallengePurpose, openChallenges, spendChallenge } from './challenges.ts'
import type { PasskeyHost } from './hosts.ts'
import { deletePasskey, insertPasskey, type KnownPasskey, listOwn, noteUse } from './queries.ts'

/** The library is loaded when the first passkey is seen, not when the server starts. */
const webAuthn = () => import('@simplewebauthn/server')

/** What needs to hear of a change: the user's other sessions and, by mail, the user. */
export interface Hearing {
  sessions: Sessions
  mailer: Mailer
}

export interface PasskeyMeans extends Hearing {
  secrets: Secrets
  backupCodes: BackupCodes
}

/** A signature that fits: what is written with the sign-in. */
export interface Signature {
  passkey: KnownPasskey
  challenge: string
  signatures: number
}

export type Passkeys = ReturnType<typeof openPasskeys>

/** EdDSA, ES256 and RS256, as the field recommends. */
const algorithms = [-8, -7, -257]
const timeout = 300_000

/** The user handle: nothing that names a person. */
const handleOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))

/** Passkeys of users: asked for, added, checked and removed (rules P34 to P36, decision 141). */
export function openPasskeys({ secrets, sessions, mailer, backupCodes }: PasskeyMeans) {
  const challenges = openChallenges(secrets('passkey challenges'))

  return {
    challenges,

    /** What the browser makes a passkey with. */
    async creation(tx: Reader, actor: Actor, { host }: PasskeyHost, purpose: ChallengePurpose) {
      const owner = await findOwner(tx, actor.signInUserId)
      const { generateRegistrationOptions } = await webAuthn()
      const held = await listOwn(tx, actor.signInUserId)
      if (held.length >= maximumPasskeys) throw tooMany()
      return generateRegistrationOptions({
        rpName: owner?.tenant_name ?? host,
        rpID: host,
        userID: handleOf(actor.signInUserId),
        userName: owner?.email ?? '',
        userDisplayName: owner?.name ?? '',
        challenge: await challenges.issue(tx, purpose),
        timeout,
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },

    /** What the browser signs with a passkey: any of these, or with none whichever the person chooses. */
    async request(tx: Reader, { host }: PasskeyHost, purpose: ChallengePurpose, allowed: KnownPasskey[]) {
      const { generateAuthenticationOptions } = await webAuthn()
      const options = await generateAuthenticationOptions({
        rpID: host,
        challenge: await challenges.issue(tx, purpose),
        timeout,
        userVerification: purpose.use === 'sign-in' ? 'required' : 'preferred',
        allowCredentials: allowed.map(({ credentialId, transports }) => ({
          id: credentialId.toString('base64url'),
          transports: transports as never,
        })),
      })
      return { ...options, allowCredentials: options.allowCredentials ?? [] }
    },

    /** Whether the passkey signed a challenge of this purpose; null when anything does not fit. */
    async verify(
      tx: Reader,
      passkey: KnownPasskey | undefined,
      given: { response: PasskeyAssertion; at: PasskeyHost; purpose: ChallengePurpose; verified: boolean },
    ): Promise<Signature | null> {
      const { response, at, purpose, verified } = given
      if (!passkey?.isActive || passkey.host !== at.host) return null
      const handle = response.response.userHandle
      if (handle && !Buffer.from(handle, 'base64url').equals(handleOf(passkey.userId))) return null
      let challenge = ''
      const { verifyAuthenticationResponse } = await webAuthn()
      const outcome = await verifyAuthenticationResponse({
        response: { ...response, clientExtensionResults: {} } as never,
        expectedChallenge: (said) => {
          challenge = said
          return challenges.isValid(tx, purpose, said)
        },
        expectedOrigin: at.origin,
        expectedRPID: at.host,
        requireUserVerification: verified,
        // The counter is compared when it is written, so that of two copies only one goes on.
        credential: { id: response.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
      }).catch(() => null)
      if (!outcome?.verified) return null
      return { passkey, challenge, signatures: outcome.authenticationInfo.newCounter }
    },

    /** Takes a signature once. Refuses with `code` one whose challenge was answered before, or whose counter goes back. */
    async take(tx: Tx, { passkey, challenge, signatures }: Signature, code: 'A401' | 'A410' | 'RQ403'): Promise<void> {
      const refusal = new Refusal(code, code === 'RQ403' ? { reason: 'proof' } : null)
      if (!(await spendChallenge(tx, challenge))) throw refusal
      if (await noteUse(tx, passkey.passkeyId, signatures)) return
      refusal.lasting = (own) =>
        record(own, 'passkey.refused', 'user', passkey.userId, { after: { name: passkey.name, because: 'counter' } })
      throw refusal
    },

    /** Adds the passkey that the browser has made; the first second factor creates ten backup codes. */
    async add(
      tx: Tx,
      actor: Actor,
      given: { name: string; response: RegistrationResponseJSON; at: PasskeyHost; purpose: ChallengePurpose },
    ): Promise<string> {
      const { name, response, at, purpose } = given
      const made = await verifyMade(tx, response, at, purpose)
      if (made === null || !(await spendChallenge(tx, made.challenge)))
        throw new Refusal('RQ403', { reason: 'registration' }, 'This is not a passkey that was asked for here')
      await lockUser(tx, actor.signInUserId)
      if ((await listOwn(tx, actor.signInUserId)).length >= maximumPasskeys) throw tooMany()
      const isFirst = !(await hasSecondFactor(tx, actor.signInUserId))
      const passkeyId = newId()
      const { credential } = made
      const isNew = await insertPasskey(tx, {
        passkeyId,
        userId: actor.signInUserId,
        name,
        host: at.host,
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        signatures: credential.counter,
        transports: response.response.transports ?? [],
      })
      if (!isNew) throw new Refusal('RQ409')
      if (isFirst) await backupCodes.make(tx, actor.signInUserId)
      await record(tx, 'passkey.added', 'user', actor.signInUserId, { after: { name, host: at.host } })
      await sessions.endAllOf(tx, actor.signInUserId, 'passkey added', actor.sessionId)
      await tell(tx, mailer, actor.signInUserId, 'passkey_added', name)
      return passkeyId
    },

    remove: (tx: Tx, userId: string, passkeyId: string, keepSession: string) =>
      remove(tx, userId, passkeyId, { sessions, mailer }, keepSession),
  }

  async function verifyMade(
    tx: Reader,
    response: RegistrationResponseJSON,
    at: PasskeyHost,
    purpose: ChallengePurpose,
  ) {
    let challenge = ''
    const { verifyRegistrationResponse } = await webAuthn()
    const outcome = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: (said) => {
        challenge = said
        return challenges.isValid(tx, purpose, said)
      },
      expectedOrigin: at.origin,
      expectedRPID: at.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }).catch(() => null)
    return outcome?.verified ? { ...outcome.registrationInfo, challenge } : null
  }
}

const tooMany = () => invalid(['response'], 'too_many', `A person has at most ${maximumPasskeys} passkeys`)

/** Removes a passkey at once; false when the user has no such one. */
async function remove(
  tx: Tx,
  userId: string,
  passkeyId: string,
  { sessions, mailer }: Hearing,
  keepSession?: string,
): Promise<boolean> {
  await lockUser(tx, userId)
  const passkey = (await listOwn(tx, userId)).find((own) => own.passkeyId === passkeyId)
  if (!passkey) return false
  await deletePasskey(tx, userId, passkeyId)
  await forgetLast(tx, userId)
  await record(tx, 'passkey.removed', 'user', userId, { before: { name: passkey.name, host: passkey.host } })
  await sessions.endAllOf(tx, userId, 'passkey removed', keepSession)
  await tell(tx, mailer, userId, 'passkey_removed', passkey.name)
  return true
}

/** Removes all passkeys of a user who has lost them, or those that were added from an instant on; returns how many. */
export async function resetPasskeys(tx: Tx, userId: string, hearing: Hearing, from = ''): Promise<number> {
  const held = (await listOwn(tx, userId)).filter(({ creationDate }) => creationDate >= from)
  for (const { passkeyId } of held) await remove(tx, userId, passkeyId, hearing)
  return held.length
}

async function tell(
  tx: Tx,
  mailer: Mailer,
  userId: string,
  kind: 'passkey_added' | 'passkey_removed',
  name: string,
): Promise<void> {
  const owner = await findOwner(tx, userId)
  if (owner) await mailer(tx, recipientOf(owner), { kind, values: { name, path: '/profile' } })
}
