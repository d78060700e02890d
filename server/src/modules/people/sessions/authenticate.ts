import { type Flag, flags, modules, type Permissions } from '@trellis/contract/permissions'
import { Connection } from '../../../platform/database/connection.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { findSession, type SessionRow } from './queries.ts'
import type { Tokens } from './tokens.ts'

/** How long a session is cached. Looking it up for each request would more than halve the throughput. */
const freshMilliseconds = 5_000
const maximumCached = 10_000
export const sessionsChannel = 'trellis_sessions'

export interface Authenticator {
  actorOf(token: string, tenantId: string): Promise<Actor | null>
  /** Removes a session, or all sessions of a user, from this process's cache. */
  forget(sessionOrUserId: string): void
  close(): Promise<void>
}

interface Cached {
  actor: Actor
  until: number
}

/**
 * Accepts a bearer token if its signature is valid and its session and user are active. Sessions ended by other processes
 * are announced by LISTEN/NOTIFY; while that connection is down nothing is cached.
 */
export async function openAuthenticator(db: Database, tokens: Tokens, directUrl: string): Promise<Authenticator> {
  const cache = new Map<string, Cached>()
  // Counts invalidations, so that a session read before it ended is not put into the cache afterwards.
  let forgotten = 0
  const forget = (id: string) => {
    forgotten += 1
    for (const [token, { actor }] of cache) if (actor.sessionId === id || actor.userId === id) cache.delete(token)
  }
  const listener = listen(directUrl, forget, () => {
    forgotten += 1
    cache.clear()
  })
  await listener.ready

  return {
    async actorOf(token, tenantId) {
      const cached = cache.get(token)
      if (cached && cached.until > performance.now()) return cached.actor.tenantId === tenantId ? cached.actor : null
      const claims = await tokens.read(token)
      if (claims === null || claims.tenantId !== tenantId) return null
      const before = forgotten
      const row = await findSession(
        db.read({ tenantId, userId: null, reach: null, clock: null, requestId: null }),
        claims,
      )
      if (row === undefined) return null
      const actor = actorFrom(row, tenantId, claims.sessionId)
      if (listener.isListening() && forgotten === before) {
        if (cache.size >= maximumCached) cache.clear()
        cache.set(token, { actor, until: performance.now() + freshMilliseconds })
      }
      return actor
    },
    forget,
    close: () => listener.close(),
  }
}

export function actorFrom(row: SessionRow, tenantId: string, sessionId: string): Actor {
  return {
    tenantId,
    userId: row.user_id,
    sessionId,
    fullName: `${row.first_name} ${row.last_name}`,
    accountId: row.account_id,
    rootAccountId: row.root_account_id,
    level: row.level,
    permissions: unionOf(row.roles.map((role) => role.permissions)),
    isSuperAdmin: row.roles.some((role) => role.is_super_admin),
    timeZone: row.time_zone,
    languageCode: row.language_code,
  }
}

/** A user's permissions are the union over all roles (rules G5). */
export function unionOf(held: Permissions[]): Permissions {
  return modules.flatMap((module) => {
    const all = new Set(
      held.flatMap((of) => of.filter((p) => p.module === module).flatMap((p) => p.flags.split('-') as Flag[])),
    )
    return all.size === 0 ? [] : [{ module, flags: flags.filter((flag) => all.has(flag)).join('-') }]
  })
}

interface Listener {
  ready: Promise<void>
  isListening(): boolean
  close(): Promise<void>
}

function listen(directUrl: string, heard: (id: string) => void, lost: () => void): Listener {
  let client: Connection | undefined
  let listening = false
  let closed = false
  let again: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const next = new Connection({ connectionString: directUrl, keepAlive: true, application_name: 'trellis listener' })
    client = next
    next.on('notification', ({ payload }) => heard(payload ?? ''))
    next.on('end', () => {
      listening = false
      lost()
      if (!closed) retry()
    })
    try {
      await next.connect()
      await next.query(`listen ${sessionsChannel}`)
      listening = true
    } catch {
      await next.end().catch(() => {})
    }
  }
  const retry = () => {
    again = setTimeout(() => void connect(), 1_000)
    again.unref()
  }

  return {
    ready: connect(),
    isListening: () => listening,
    async close() {
      closed = true
      clearTimeout(again)
      await client?.end().catch(() => {})
    },
  }
}
