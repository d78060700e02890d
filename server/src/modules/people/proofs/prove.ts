import type { Out } from '@trellis/contract/endpoint'
import type { PasskeyProof } from '@trellis/contract/passkeys'
import type { FastifyRequest } from 'fastify'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { found, invalid, Refusal } from '../../../platform/refusal.ts'
import type { Actor, Tenant } from '../../../platform/tenancy.ts'
import type { Throttle } from '../../../platform/throttle.ts'
import { isSuperAdmin } from '../members/queries.ts'
import { type ChallengePurpose, spendChallenge } from '../passkeys/challenges.ts'
import type { PasskeyHosts } from '../passkeys/hosts.ts'
import type { Passkeys } from '../passkeys/passkeys.ts'
import { findByCredential, listPasskeysAt } from '../passkeys/queries.ts'
import { isOwnPassword } from '../passwords/change-password.ts'
import type { CodeThrottle } from '../second-factors/code-throttle.ts'
import { hasSecondFactor } from '../second-factors/queries.ts'
import type { SecondFactors } from '../second-factors/second-factors.ts'
import { browserToken } from '../sign-in/cookies.ts'
import { boundTo } from '../sign-in/with-passkey.ts'

export interface ProofMeans {
  throttle: Throttle
  secondFactors: SecondFactors
  codeThrottle: CodeThrottle
  passkeys: Passkeys
  hosts: PasskeyHosts
}

interface Proving {
  tx: Tx
  read: Reader
  actor: Actor
  tenant: Tenant
  request: FastifyRequest
}

type Given = Out<typeof PasskeyProof>

export type Proofs = ReturnType<typeof openProofs>

const wrong = () => new Refusal('RQ403', { reason: 'proof' }, 'This does not prove that it is you')

/** What shows anew that it is the person, and not somebody with their session (rules P71, threats A23). */
export function openProofs({ throttle, secondFactors, codeThrottle, passkeys, hosts }: ProofMeans) {
  const renewal = ({ tenantId, sessionId }: Actor): ChallengePurpose => ({
    ...{ tenantId, host: '', use: 'proof', boundTo: sessionId },
  })

  async function byCode(tx: Tx, { tenantId, signInUserId: userId }: Actor, code: string): Promise<boolean> {
    const trying = { tenantId, userId, apart: 'setup' }
    await codeThrottle.tryCode(trying)
    if ((await secondFactors.accept(tx, { userId, token: '', codeHash: null, code })) === null) return false
    await codeThrottle.forgetTries(trying, tx)
    return true
  }

  async function byPasskey(call: Proving, response: NonNullable<Given['passkey']>): Promise<boolean> {
    const { tx, read, actor, tenant, request } = call
    const at = await hosts(tenant, request)
    const passkey = await findByCredential(read, Buffer.from(response.id, 'base64url'))
    if (passkey?.userId !== actor.signInUserId) return false
    const purpose = boundTo({ tenant, host: at.host, browser: browserToken(request), device: null })
    const signature = await passkeys.verify(read, passkey, { response, at, purpose, verified: true })
    if (signature) await passkeys.take(tx, signature, 'RQ403')
    return signature !== null
  }

  const byDirectory = async ({ tx, actor }: Proving, token: string): Promise<boolean> =>
    (await passkeys.challenges.isValid(tx, renewal(actor), token)) && (await spendChallenge(tx, token))

  return {
    /** Refuses RQ403 unless one of them proves it, RQ422 at `field` when none is given. */
    async prove(call: Proving, given: Given, field = 'password'): Promise<void> {
      const { tx, read, actor } = call
      const { password, code, passkey, directory } = given
      if (!password && !code && !passkey && !directory) throw invalid([field], 'required', 'Required field')
      const isProved = password
        ? (await isOwnPassword({ read, actor, throttle }, password)) !== null
        : code
          ? await byCode(tx, actor, code)
          : passkey
            ? await byPasskey(call, passkey)
            : await byDirectory(call, directory ?? '')
      if (!isProved) throw wrong()
    },

    /** A token by which the session proves it once, within five minutes; the caller has seen who it is. */
    issue: async (read: Reader, actor: Actor): Promise<string> =>
      Buffer.from(await passkeys.challenges.issue(read, renewal(actor))).toString('base64url'),

    /** By what the caller can prove it here. */
    async ways(read: Reader, { signInUserId: userId }: Actor, tenant: Tenant, request: FastifyRequest) {
      const row = found(
        await read.row<{ hasPassword: boolean }>(sql`
          select password_hash is not null as "hasPassword" from users
          where tenant_id = (select current_tenant()) and user_id = ${userId}`),
      )
      const host = await hosts(tenant, request).then(
        (at) => at.host,
        () => null,
      )
      return {
        ...row,
        hasCode: await hasSecondFactor(read, userId),
        hasPasskey: host !== null && (await listPasskeysAt(read, userId, host)).length > 0,
      }
    },
  }
}

/**
 * Whether a directory is the only way in for the user. Not for super admins: they may have a password and a second factor, with which
 * they come in while it does not answer (rules P43).
 */
export const isHeldToDirectory = async (
  read: Reader,
  { userId, email }: { userId: string; email: string },
  isOnlyByDirectory: (read: Reader, email: string) => Promise<boolean>,
): Promise<boolean> => (await isOnlyByDirectory(read, email)) && !(await isSuperAdmin(read, userId))
