import { type LiveKind, liveKindNames, liveKinds } from '@trellis/contract/live'
import { hasPermission } from '@trellis/contract/permissions'
import type { EventStream } from '../../platform/http/event-stream.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'

/** One open stream. */
export interface Subscriber {
  actor: Actor
  token: string
  stream: EventStream
}

/** Streams of one process: of a person, who has a few windows open, and of a tenant. */
export const limits = { user: 12, tenant: 2_000 }

/** Whoever looks at the portal as another user has their own share, not that user's (threats F12). */
const personOf = ({ userId, viewedBy }: Actor): string => viewedBy?.userId ?? userId
/** Seconds after which a refused client asks again. */
const retryAfter = '30'

/** The open streams of this process, by tenant. */
export function openSubscribers() {
  const tenants = new Map<string, Set<Subscriber>>()
  return {
    of: (tenantId: string): readonly Subscriber[] => [...(tenants.get(tenantId) ?? [])],
    all: (): readonly Subscriber[] => [...tenants.values()].flatMap((those) => [...those]),

    /** Throws RQ429 when the person or the tenant has as many streams as allowed. */
    add(subscriber: Subscriber): void {
      const { tenantId } = subscriber.actor
      const person = personOf(subscriber.actor)
      const those = tenants.get(tenantId) ?? new Set()
      const ofPerson = [...those].filter(({ actor }) => personOf(actor) === person).length
      if (those.size >= limits.tenant || ofPerson >= limits.user)
        throw new Refusal('RQ429', null, 'Too many streams are open', { 'retry-after': retryAfter })
      tenants.set(tenantId, those.add(subscriber))
      subscriber.stream.onEnd(() => {
        those.delete(subscriber)
        if (those.size === 0 && tenants.get(tenantId) === those) tenants.delete(tenantId)
      })
    },
  }
}

/**
 * The top account of what the actor may read of this kind (rules G2, G3), or null. Of products only those are told who
 * read the whole catalogue, because what others see of it depends on their price list.
 */
export function topOf(actor: Actor, kind: LiveKind): string | null {
  const module = liveKinds[kind]
  if (hasPermission(actor.permissions, module, 'ra')) return actor.rootAccountId
  return kind !== 'product' && hasPermission(actor.permissions, module, 'r') ? actor.accountId : null
}

/** The tops of everything that these subscribers may read. */
export const topsOf = (subscribers: readonly Subscriber[]): string[] => [
  ...new Set(
    subscribers.flatMap(({ actor }) => liveKindNames.map((kind) => topOf(actor, kind)).filter((top) => top !== null)),
  ),
]
