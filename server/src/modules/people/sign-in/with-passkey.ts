import type { Out } from '@trellis/contract/endpoint'
import type { AuthData } from '@trellis/contract/identity'
import type { passkeys as contract } from '@trellis/contract/passkeys'
import { clientOf } from '../../../platform/http/client.ts'
import { noteAbout } from '../../../platform/http/log-about.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { hashOf } from '../../../platform/secrets.ts'
import type { Tenant } from '../../../platform/tenancy.ts'
import type { ChallengePurpose } from '../passkeys/challenges.ts'
import type { PasskeyHost, PasskeyHosts } from '../passkeys/hosts.ts'
import type { Passkeys } from '../passkeys/passkeys.ts'
import { findByCredential } from '../passkeys/queries.ts'
import { claimChallenge, findChallenge, takeTry } from '../second-factors/challenges.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { actAs } from './act-as.ts'
import { ownContext, refuseIfOnlyByDirectory, type SignInMeans, type StartingSession, startSession } from './sign-in.ts'

export interface PasskeySignInMeans extends SignInMeans {
  passkeys: Passkeys
  hosts: PasskeyHosts
  sessions: Sessions
  https: boolean
}

interface SigningInWithPasskey extends PasskeySignInMeans, StartingSession {
  at: PasskeyHost
  body: Out<(typeof contract.signIn)['body']>
}

type Whose =
  | { tenant: Tenant; host: string; browser: string | null; device: string | null }
  | { tenant: Tenant; host: string; mfaToken: string }

/** The challenge of a sign-in belongs to the browser, or to the client's device id; that of a second factor to the pending sign-in. */
export function boundTo(whose: Whose): ChallengePurpose {
  const { tenant, host } = whose
  const common = { tenantId: tenant.tenantId, host }
  if ('mfaToken' in whose)
    return { ...common, use: 'second-factor', boundTo: hashOf(whose.mfaToken).toString('base64url') }
  const { browser, device } = whose
  return {
    ...common,
    use: 'sign-in',
    boundTo: browser === null ? `device ${device ?? ''}` : `browser ${hashOf(browser).toString('base64url')}`,
  }
}

const credentialOf = ({ body }: SigningInWithPasskey) => Buffer.from(body.response.id, 'base64url')

/** Signs in with nothing but a passkey, which has verified its person. Every failure gets the same A401 (threats A1, A23). */
export async function asBothFactors(call: SigningInWithPasskey): Promise<AuthData> {
  const { tx, read, tenant, request, browser, body, at, guard, passkeys } = call
  const passkey = await findByCredential(read, credentialOf(call))
  noteAbout(request, { factor: 'passkey', ...(passkey && { userId: passkey.userId }) })
  const purpose = boundTo({ tenant, host: at.host, browser, device: body.deviceUniqueId ?? null })
  const trying = {
    tenantId: tenant.tenantId,
    // Credentials are as unguessable as tokens, so nobody can make the owner wait.
    email: `passkey ${hashOf(body.response.id).toString('base64url')}`,
    client: clientOf(request),
    device: null,
  }
  const signature = await guard(trying, () =>
    passkeys.verify(read, passkey, { response: body.response, at, purpose, verified: true }),
  )
  if (signature === null || !passkey) throw new Refusal('A401')
  await actAs(tx, passkey.userId)
  await passkeys.take(tx, signature, 'A401')
  await refuseIfOnlyByDirectory(call, passkey.userId)
  return startSession(call, passkey, { firstFactor: 'passkey' })
}

/** The second step after a password: a touch of the passkey, for the sign-in that waits. */
export async function asSecondFactor(call: SigningInWithPasskey, mfaToken: string): Promise<AuthData> {
  const { tx, read, tenant, request, browser, body, at, db, codeThrottle, passkeys } = call
  const hash = hashOf(mfaToken)
  const browserHash = browser === null ? null : hashOf(browser)
  const challenge = await findChallenge(read, hash, browserHash)
  if (!challenge) throw new Refusal('A406')
  const userId = challenge.user_id
  noteAbout(request, { factor: 'passkey', userId })
  const apart = challenge.known_browser && browserHash ? browserHash.toString('base64url') : null
  const trying = { tenantId: tenant.tenantId, userId, apart }
  await codeThrottle.tryCode(trying)
  if (!(await db.write(ownContext(call), (own) => takeTry(own, hash)))) throw new Refusal('A406')
  const found = await findByCredential(read, credentialOf(call))
  const passkey = found?.userId === userId ? found : undefined
  const purpose = boundTo({ tenant, host: at.host, mfaToken })
  const signature = await passkeys.verify(read, passkey, { response: body.response, at, purpose, verified: false })
  if (signature === null) throw new Refusal('A410')
  if (!(await claimChallenge(tx, hash))) throw new Refusal('A406')
  await actAs(tx, userId)
  await passkeys.take(tx, signature, 'A410')
  await refuseIfOnlyByDirectory(call, userId)
  await codeThrottle.forgetTries(trying, tx)
  return startSession(call, { userId, passwordHash: challenge.password_hash }, { secondFactor: 'passkey' })
}
