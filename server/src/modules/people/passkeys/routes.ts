import { passkeys as contract } from '@trellis/contract/passkeys'
import type { Reader } from '../../../platform/database/tx.ts'
import { routes } from '../../../platform/http/routes.ts'
import { found, Refusal } from '../../../platform/refusal.ts'
import { hashOf } from '../../../platform/secrets.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import type { Proofs } from '../proofs/prove.ts'
import { findChallenge } from '../second-factors/challenges.ts'
import { mustKeepOne } from '../second-factors/rule.ts'
import { keepBreakGlass } from '../sign-in/break-glass.ts'
import { browserToken, rememberBrowser } from '../sign-in/cookies.ts'
import { handOver } from '../sign-in/hand-over.ts'
import { asBothFactors, asSecondFactor, boundTo, type PasskeySignInMeans } from '../sign-in/with-passkey.ts'
import type { ChallengePurpose } from './challenges.ts'
import { type PasskeyHost, wrongHost } from './hosts.ts'
import { findOwn, listOwn, listPasskeysAt, renamePasskey } from './queries.ts'

export interface PasskeyRouteMeans extends PasskeySignInMeans {
  proofs: Proofs
}

/** Own passkeys, and signing in with them (rules P34 to P36). */
export function passkeyRoutes(means: PasskeyRouteMeans) {
  const { passkeys, hosts, https, sessions, proofs, hasOnlyDomains } = means

  const registration = (actor: Actor, { host }: PasskeyHost): ChallengePurpose => ({
    tenantId: actor.tenantId,
    host,
    use: 'registration',
    boundTo: actor.sessionId,
  })

  return routes('passkeys', contract, {
    list: ({ tx, actor }) => listOwn(tx, actor.signInUserId),

    async rename({ tx, actor, params, body }) {
      const before = found(await findOwn(tx, actor.signInUserId, params.id))
      if (before.name !== body.name) {
        await renamePasskey(tx, params.id, body.name)
        await record(tx, 'passkey.renamed', 'user', actor.signInUserId, {
          before: { name: before.name },
          after: { name: body.name },
        })
      }
      return found(await findOwn(tx, actor.signInUserId, params.id))
    },

    async remove({ tx, actor, params }) {
      const remove = () => passkeys.remove(tx, actor.signInUserId, params.id, actor.sessionId)
      found((await keepBreakGlass(tx, hasOnlyDomains, remove)) || null)
      await mustKeepOne(tx, actor.signInUserId)
    },

    async registerOptions({ tx, read, actor, tenant, request, body }) {
      const at = await hosts(tenant, request)
      await proofs.prove({ tx, read, actor, tenant, request }, body)
      const creation = await passkeys.creation(tx, actor, at, registration(actor, at))
      return { ...creation, excludeCredentials: await excluded(tx, actor.signInUserId, at) } as never
    },

    async register({ tx, actor, tenant, request, body }) {
      const at = await hosts(tenant, request)
      const { name } = body
      const response = body.response as never
      return { id: await passkeys.add(tx, actor, { name, response, at, purpose: registration(actor, at) }) }
    },

    async signInOptions({ read, tenant, request, reply, body }) {
      const at = await hosts(tenant, request)
      const browser = browserToken(request)
      rememberBrowser(browser, reply, https)
      const device = body.deviceUniqueId ?? null
      if (!body.mfaToken)
        return passkeys.request(read, at, boundTo({ tenant, host: at.host, browser, device }), []) as never
      const challenge = await findChallenge(read, hashOf(body.mfaToken))
      if (!challenge) throw new Refusal('A406')
      const purpose = boundTo({ tenant, host: at.host, mfaToken: body.mfaToken })
      const allowed = await listPasskeysAt(read, challenge.user_id, at.host)
      if (allowed.length === 0) throw wrongHost()
      return passkeys.request(read, at, purpose, allowed) as never
    },

    async signIn({ tx, read, tenant, request, reply, body }) {
      const at = await hosts(tenant, request)
      const browser = browserToken(request)
      const call = { ...means, tx, read, tenant, request, body, browser, at }
      const pair = body.mfaToken ? await asSecondFactor(call, body.mfaToken) : await asBothFactors(call)
      return handOver({ tx, request, reply }, { browser, pair, sessions, https })
    },
  })
}

/** The person's passkeys of this host, so that an authenticator makes no second one. */
const excluded = async (tx: Reader, userId: string, { host }: PasskeyHost) =>
  (await listPasskeysAt(tx, userId, host)).map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    type: 'public-key' as const,
    transports,
  }))
