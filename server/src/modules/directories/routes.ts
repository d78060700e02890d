import { type Connection, directories } from '@trellis/contract/directories'
import type { Database } from '../../platform/database/database.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { forbid, found } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { domainRecord, findProved, type ResolveTxt, whyNotAdminister } from '../settings/index.ts'
import { type AddressMeans, redirectUriFor, redirectUrisOf } from './addresses.ts'
import { attemptOf, beginAttempt, rememberAttempt } from './attempts.ts'
import { bareIssuer } from './claims.ts'
import { countUsers, findConnection, listConnections, type StoredConnection } from './connections.ts'
import { IssuerFailure, type Issuers, notNow } from './issuers.ts'
import { changeConnection, createConnection, proveDomains, removeConnection } from './save-connection.ts'
import { clientOf } from './sign-in.ts'

export interface DirectoriesMeans {
  db: Database
  secrets: Secrets
  issuers: Issuers
  config: AddressMeans
  https: boolean
  resolveTxt: ResolveTxt
}

export function mustAdminister(actor: Actor): void {
  forbid(whyNotAdminister(actor), { reason: actor.accountId === actor.rootAccountId ? 'level' : 'side' })
}

/** The connections of a tenant to directories, for its super admins (rules P40). */
export function directoriesRoutes({ secrets, issuers, config, https, resolveTxt }: DirectoriesMeans) {
  async function present(tx: Reader, actor: Actor, stored: StoredConnection[]): Promise<Connection[]> {
    const redirectUris = await redirectUrisOf(tx, config)
    const counts = new Map((await countUsers(tx)).map(({ issuer, users }) => [issuer, users]))
    return stored.map(({ secretSealed: _, ...connection }) => ({
      ...connection,
      domains: connection.domains.map((domain) => ({
        ...domain,
        record: domainRecord(tx, actor.tenantId, domain.name),
      })),
      redirectUris,
      users: counts.get(bareIssuer(connection.issuer)) ?? 0,
    }))
  }

  async function one(tx: Reader, actor: Actor, connectionId: string): Promise<Connection> {
    return found((await present(tx, actor, [found(await findConnection(tx, connectionId))]))[0])
  }

  return routes('directories', directories, {
    async list({ tx, actor }) {
      mustAdminister(actor)
      return present(tx, actor, await listConnections(tx))
    },

    async create({ tx, actor, body }) {
      mustAdminister(actor)
      return one(tx, actor, await createConnection(tx, body, secrets))
    },

    async read({ tx, actor, params }) {
      mustAdminister(actor)
      return one(tx, actor, params.connectionId)
    },

    async change({ tx, actor, params, body }) {
      mustAdminister(actor)
      await changeConnection(tx, params.connectionId, body, secrets)
      return one(tx, actor, params.connectionId)
    },

    async remove({ tx, actor, params }) {
      mustAdminister(actor)
      await removeConnection(tx, params.connectionId)
    },

    async checkDomains({ read, tx, actor, params }) {
      mustAdminister(actor)
      const { domains } = await one(read, actor, params.connectionId)
      // Before the transaction: names are looked up for seconds.
      const names = await findProved(
        resolveTxt,
        domains.filter(({ proved }) => !proved),
      )
      await proveDomains(tx, params.connectionId, names)
      return one(tx, actor, params.connectionId)
    },

    async beginTest({ read, tx, actor, params, request, reply }) {
      mustAdminister(actor)
      const { connectionId } = params
      const connection = found(await findConnection(read, connectionId))
      const redirectUri = await redirectUriFor(read, request.hostname, config)
      const browser = rememberAttempt(request, reply, https)
      const begun = { kind: 'test' as const, connectionId, browser, redirectUri, userId: actor.userId }
      const state = await beginAttempt(tx, begun)
      try {
        return { url: await issuers.begin(clientOf(secrets, connection), attemptOf(read, state, redirectUri)) }
      } catch (error) {
        if (!(error instanceof IssuerFailure)) throw error
        throw notNow({ reason: error.reason, detail: error.message })
      }
    },
  })
}
