import {
  secondFactors as contract,
  type ProviderType,
  passkeyProvider,
  providerTypes,
} from '@trellis/contract/second-factors'
import type { Database } from '../../../platform/database/database.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { routes } from '../../../platform/http/routes.ts'
import { found, invalid, Refusal } from '../../../platform/refusal.ts'
import { hashOf, newToken, type Secrets } from '../../../platform/secrets.ts'
import { type Actor, actingAs } from '../../../platform/tenancy.ts'
import type { Mailer } from '../../mail/index.ts'
import { type HasOnlyDomains, keepBreakGlass } from '../sign-in/break-glass.ts'
import * as challenges from './challenges.ts'
import type { CodeThrottle } from './code-throttle.ts'
import { findOwner, findStep, hasPasskey, listFactors } from './queries.ts'
import { mustKeepOne } from './rule.ts'
import { providerNames, recipientOf, type SecondFactors } from './second-factors.ts'
import { newSetupLink, secretOfSetupLink } from './totp.ts'

export interface SecondFactorRouteMeans {
  db: Database
  secrets: Secrets
  mailer: Mailer
  secondFactors: SecondFactors
  codeThrottle: CodeThrottle
  hasOnlyDomains: HasOnlyDomains
  /** A fixed clock for tests. */
  clock?: () => string
}

const ownerOf = (actor: Actor) => `${actor.tenantId}:${actor.userId}`
const notEnabled = () => invalid(['providerType'], 'not_enabled', 'This provider is not enabled')

export function secondFactorRoutes(means: SecondFactorRouteMeans) {
  const { db, mailer, secondFactors, codeThrottle, hasOnlyDomains, clock } = means
  const setupKey = means.secrets('authenticator setup')

  /** Runs in a separate transaction, so that a refused try stays counted. */
  const takeTry = (actor: Actor, hash: Buffer, requestId: string) =>
    db.write(
      { tenantId: actor.tenantId, ...actingAs(actor), reach: null, clock: clock?.() ?? null, requestId },
      (own) => challenges.takeTry(own, hash),
    )

  async function mailCode(tx: Tx, userId: string, code: string, minutes: number): Promise<void> {
    const owner = found(await findOwner(tx, userId))
    await mailer(tx, recipientOf(owner), { kind: 'mfa_code', values: { code, minutes } })
  }

  /** The set-up of this token. Refuses A406 when it is invalid, RQ403 when it is another user's. */
  async function setupOf(tx: Reader, actor: Actor, hash: Buffer) {
    const setup = await challenges.findSetup(tx, hash)
    if (!setup) throw new Refusal('A406')
    if (setup.user_id !== actor.userId) throw new Refusal('RQ403', { reason: 'self' })
    return setup
  }

  return routes('secondFactors', contract, {
    async available({ tx, actor }) {
      const owner = found(await findOwner(tx, actor.userId))
      const link = newSetupLink(setupKey, ownerOf(actor), { issuer: owner.tenant_name, label: owner.email })
      return [
        { providerType: providerTypes.email, name: providerNames[providerTypes.email], providerSetup: null },
        {
          providerType: providerTypes.authenticator,
          name: providerNames[providerTypes.authenticator],
          providerSetup: link,
        },
      ]
    },

    async own({ tx, actor }) {
      const factors = await listFactors(tx, actor.userId)
      return factors.map(({ provider_type }) => ({
        providerType: provider_type,
        name: providerNames[provider_type],
        providerSetup: null,
      }))
    },

    async challenge({ tx, body }) {
      const challenge = await challenges.findChallenge(tx, hashOf(body.mfaToken))
      if (!challenge) throw new Refusal('A406')
      const factors = await listFactors(tx, challenge.user_id)
      const passkey = { providerType: passkeyProvider, name: 'Passkey' } as const
      return [
        ...((await hasPasskey(tx, challenge.user_id)) ? [passkey] : []),
        ...factors.map(({ provider_type }) => ({ providerType: provider_type, name: providerNames[provider_type] })),
      ]
    },

    async sendChallengeCode({ tx, read, tenant, body }) {
      const hash = hashOf(body.mfaToken)
      const challenge = await challenges.findChallenge(read, hash)
      if (!challenge) throw new Refusal('A406')
      const factors = await listFactors(read, challenge.user_id)
      const isEnabled =
        body.providerType === passkeyProvider
          ? await hasPasskey(read, challenge.user_id)
          : factors.some(({ provider_type }) => provider_type === body.providerType)
      if (!isEnabled) throw notEnabled()
      if (body.providerType !== providerTypes.email) return
      await codeThrottle.mailCode({ tenantId: tenant.tenantId, userId: challenge.user_id })
      const { code, codeHash } = secondFactors.newEmailCode(body.mfaToken)
      if (!(await challenges.setEmailCode(tx, hash, codeHash))) throw new Refusal('A406')
      await mailCode(tx, challenge.user_id, code, challenge.minutes_left)
    },

    async requestSetup({ tx, read, actor, body }) {
      const { providerType } = body
      const factors = await listFactors(read, actor.userId)
      if (factors.some(({ provider_type }) => provider_type === providerType)) throw new Refusal('RQ409')
      const mfaToken = newToken()
      const hash = hashOf(mfaToken)
      if (providerType === providerTypes.authenticator) {
        const secret = secretOfSetupLink(setupKey, ownerOf(actor), body.providerSetup ?? '')
        if (secret === null) throw invalid(['providerSetup'], 'setup_link', 'Not a setup link of this portal')
        await challenges.insertSetup(tx, hash, actor.userId, {
          providerType,
          secret: secondFactors.sealSecret(secret),
        })
        return { mfaToken }
      }
      await codeThrottle.mailCode(actor)
      const { code, codeHash } = secondFactors.newEmailCode(mfaToken)
      await challenges.insertSetup(tx, hash, actor.userId, { providerType, code: codeHash })
      await mailCode(tx, actor.userId, code, challenges.tokenMinutes)
      return { mfaToken }
    },

    async verifySetup({ tx, read, actor, body, request }) {
      const hash = hashOf(body.mfaToken)
      const trying = { tenantId: actor.tenantId, userId: actor.userId, apart: 'setup' }
      await setupOf(read, actor, hash)
      await codeThrottle.tryCode(trying)
      if (!(await takeTry(actor, hash, request.id))) throw new Refusal('A406')
      const { details } = await setupOf(tx, actor, hash)
      const step = secondFactors.proves(details, body.mfaToken, body.authCode, await findStep(tx))
      if (step === null) throw new Refusal('A410')
      if (!(await challenges.markVerified(tx, hash, step))) throw new Refusal('A406')
      await codeThrottle.forgetTries(trying, tx)
    },

    async confirmSetup({ tx, actor, body }) {
      const hash = hashOf(body.mfaToken)
      const { details } = await setupOf(tx, actor, hash)
      if (!details.verified) throw new Refusal('RQ409', null, 'The code was not verified yet')
      if (!(await challenges.claimSetup(tx, hash))) throw new Refusal('A406')
      if (!(await secondFactors.enable(tx, actor.userId, details, actor.sessionId))) throw new Refusal('RQ409')
    },

    async disable({ tx, actor, query }) {
      const providerType = Number(query.providerType) as ProviderType
      const { userId, sessionId } = actor
      const disable = () => secondFactors.disable(tx, userId, providerType, sessionId)
      found((await keepBreakGlass(tx, hasOnlyDomains, disable)) || null)
      await mustKeepOne(tx, actor.userId)
    },

    async backupCodes({ tx, actor }) {
      return secondFactors.backupCodes.list(tx, actor.userId)
    },
  })
}
