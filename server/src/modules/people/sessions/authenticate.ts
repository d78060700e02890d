import { keyMark } from '@trellis/contract/api-keys'
import type { Database } from '../../../platform/database/database.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { type AcceptedKey, acceptKey, isFrom } from '../api-keys/accept-key.ts'
import { unionOf } from './permissions.ts'
import { findSession, type SessionRow } from './queries.ts'
import type { Tokens } from './tokens.ts'
import { asViewed, findViewed } from './viewed.ts'

/** How long a session is cached. Looking it up for each request would more than halve the throughput. */
const freshMilliseconds = 5_000
const maximumCached = 10_000
export const sessionsChannel = 'trellis_sessions'

export interface Authenticator {
  /** @param address of the client, for API keys */
  actorOf(token: string, tenantId: string, address?: string): Promise<Actor | null>
  /** The user as whom the caller looks at the portal, while the view lasts and the caller may (rules P27); or null. */
  viewed(caller: Actor, userId: string): Promise<Actor | null>
  /** Removes a session, or all sessions of a user or of a tenant, from this process's cache. */
  forget(whose: string): void
}

/** Whether the actor is meant by the id of a session, a user, an API key or its maker, or a tenant. */
export const isOf = ({ sessionId, userId, signInUserId, tenantId, viewedBy, key }: Actor, whose: string): boolean =>
  [sessionId, userId, signInUserId, tenantId, viewedBy?.userId, key?.madeBy].includes(whose)

/** What is known of a session beside its actor. */
interface Session {
  /** From when only a second factor leads further, in milliseconds; null: never. */
  factorDue: number | null
}

interface Cached {
  actor: Actor
  until: number
}

/**
 * Accepts a bearer token if its signature is valid and its session and user are active, and an API key. Sessions ended by other processes
 * are announced by LISTEN/NOTIFY; while that connection is down nothing is cached.
 */
export function openAuthenticator(
  db: Database,
  tokens: Tokens,
  notifications: Pick<Notifications, 'subscribe' | 'isListening'>,
  clock?: () => string,
): Authenticator {
  const cache = new Map<string, Session & Cached>()
  const keys = new Map<string, AcceptedKey & Cached>()
  /** Users being looked at, by the caller's session and the user. */
  const views = new Map<string, Cached>()
  const keep = <T extends object>(into: Map<string, T & Cached>, key: string, actor: Actor, more: T) => {
    if (into.size >= maximumCached) into.clear()
    into.set(key, { ...more, actor, until: performance.now() + freshMilliseconds })
  }
  // Counts invalidations, so that a session read before it ended is not put into the cache afterwards.
  let forgotten = 0
  const forget = (id: string) => {
    forgotten += 1
    for (const kept of [cache, views, keys] as Map<string, Cached>[])
      for (const [key, { actor }] of kept) if (isOf(actor, id)) kept.delete(key)
  }
  notifications.subscribe(sessionsChannel, {
    heard: forget,
    lost() {
      forgotten += 1
      for (const kept of [cache, views, keys]) kept.clear()
    },
  })

  const now = () => (clock?.() ? Date.parse(clock()) : Date.now())

  const atPresent = (actor: Actor, { factorDue }: Session): Actor =>
    factorDue !== null && factorDue <= now() ? { ...actor, lacksFactor: true } : actor

  async function keyOf(key: string, tenantId: string): Promise<AcceptedKey | null> {
    const cached = keys.get(key)
    if (cached && cached.until > performance.now() && cached.expires > now())
      return cached.actor.tenantId === tenantId ? cached : null
    const before = forgotten
    const accepted = await acceptKey(db, key, { tenantId, clock: clock?.() || null })
    if (accepted && notifications.isListening(tenantId) && forgotten === before)
      keep(keys, key, accepted.actor, accepted)
    return accepted
  }

  return {
    async actorOf(token, tenantId, address) {
      if (token.startsWith(keyMark)) {
        const accepted = await keyOf(token, tenantId)
        return accepted && isFrom(accepted, address) ? accepted.actor : null
      }
      const cached = cache.get(token)
      if (cached && cached.until > performance.now())
        return cached.actor.tenantId === tenantId ? atPresent(cached.actor, cached) : null
      const claims = await tokens.read(token)
      if (claims === null || claims.tenantId !== tenantId) return null
      const before = forgotten
      const row = await findSession(
        db.read({ tenantId, userId: null, reach: null, clock: null, requestId: null }),
        claims,
      )
      if (row === undefined) return null
      const actor = actorFrom(row, tenantId, claims.sessionId)
      const session: Session = { factorDue: row.factor_due?.getTime() ?? null }
      if (notifications.isListening(tenantId) && forgotten === before) keep(cache, token, actor, session)
      return atPresent(actor, session)
    },
    async viewed(caller, userId) {
      const key = `${caller.sessionId} ${userId}`
      const cached = views.get(key)
      if (cached && cached.until > performance.now()) return asViewed(cached.actor, caller)
      const before = forgotten
      const tx = db.read({ tenantId: caller.tenantId, userId: null, reach: null, clock: null, requestId: null })
      const row = await findViewed(tx, caller.sessionId, userId)
      if (row === undefined) return null
      const viewed = actorFrom(row, caller.tenantId, caller.sessionId)
      if (notifications.isListening(caller.tenantId) && forgotten === before) keep(views, key, viewed, {})
      return asViewed(viewed, caller)
    },
    forget,
  }
}

export function actorFrom(row: SessionRow, tenantId: string, sessionId: string): Actor {
  return {
    tenantId,
    userId: row.user_id,
    signInUserId: row.sign_in_user_id,
    sessionId,
    fullName: `${row.first_name} ${row.last_name}`,
    accountId: row.account_id,
    rootAccountId: row.root_account_id,
    level: row.level,
    permissions: unionOf(row.roles.map((role) => role.permissions)),
    isSuperAdmin: row.roles.some((role) => role.is_super_admin),
    timeZone: row.time_zone,
    languageCode: row.language_code,
    isOperator: row.is_operator,
  }
}
