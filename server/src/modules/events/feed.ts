import { type FeedEvent, type FeedKind, feedKindNames, isRemoval } from '@trellis/contract/events'
import { codeOf } from '../../platform/database/connection.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Acting, Context } from '../../platform/database/tx.ts'
import type { Call, Route } from '../../platform/http/routes.ts'
import { actingAs } from '../../platform/tenancy.ts'
import { type AnchorFile, sealForReaders } from '../audit/index.ts'
import { allTypes, type Entry, listEntries } from './journal.ts'
import { readingOf, readRecords } from './records.ts'

export interface FeedMeans {
  db: Database
  anchors: AnchorFile
  /** All calls of the portal, which read the records. */
  served: () => readonly Route[]
  /** The business clock of tests. */
  clock?: () => string
}

/** Who reads. */
export type Eyes = Pick<Call, 'actor' | 'tenant' | 'request' | 'reply'>

interface Asked {
  after: number
  until: number
  limit: number
  /** Default: all. */
  types?: readonly string[]
  entity?: FeedKind
}

export interface Feed {
  /** Seals what waits, so that the journal ends with what was committed before. */
  seal(tenantId: string, requestId: string | null): Promise<void>
  /** Events that may be for the reader, without a look at their records. */
  entries(eyes: Eyes, asked: Asked): Promise<Entry[]>
  /** The same events, and those of them that the reader is told, with the records as they are now. */
  read(eyes: Eyes, asked: Asked): Promise<{ entries: Entry[]; told: FeedEvent[] }>
  /** How much the actor reads of records of this kind: the more, the higher. */
  breadth(actor: Call['actor'], kind: FeedKind): number
}

/** The one reading of the journal, for the feed and for webhooks (decision 129). */
export function openFeed({ db, anchors, served, clock }: FeedMeans): Feed {
  const contextOf = (tenantId: string, as: Acting & Pick<Context, 'reach' | 'requestId'>): Context => ({
    ...as,
    tenantId,
    clock: clock?.() ?? null,
  })
  const contextAs = ({ actor, tenant, request }: Eyes, reach: string) =>
    contextOf(tenant.tenantId, { ...actingAs(actor), reach, requestId: String(request.id) })

  async function entries(eyes: Eyes, { types = allTypes, entity, ...within }: Asked): Promise<Entry[]> {
    const held = new Map(feedKindNames.map((kind) => [kind, readingOf(served(), kind, eyes.actor)]))
    const kinds = feedKindNames.filter(
      (kind) => held.get(kind) !== 'nowhere' && (entity === undefined || entity === kind),
    )
    const everywhere = kinds.filter((kind) => held.get(kind) === 'everywhere')
    return listEntries(db.read(contextAs(eyes, eyes.actor.accountId)), { ...within, types, kinds, everywhere })
  }

  return {
    async seal(tenantId, requestId) {
      await db.background
        .write(contextOf(tenantId, { userId: null, reach: null, requestId }), (sealing) =>
          sealForReaders(sealing, anchors),
        )
        .catch(unlessItCanOnlyRead)
    },

    entries,

    async read(eyes, asked) {
      const found = await entries(eyes, asked)
      const readerOf = (reach: string) => db.read(contextAs(eyes, reach))
      const records = await readRecords({ routes: served(), readerOf, call: eyes }, found)
      return { entries: found, told: found.flatMap((entry) => eventOf(entry, records)) }
    },

    breadth: (actor, kind) => ['nowhere', 'reach', 'everywhere'].indexOf(readingOf(served(), kind, actor)),
  }
}

/** A database that can only read, as while another one takes over, has what was sealed before. */
function unlessItCanOnlyRead(error: unknown): void {
  if (codeOf(error) !== '25006') throw error
}

/** The event as the reader sees it; none when its record is there and not for the reader. */
function eventOf(entry: Entry, records: ReadonlyMap<string, unknown>): FeedEvent[] {
  const { seq, id, type, creationDate, entity, entityId, actor, isInReach } = entry
  const data = records.get(`${entity} ${entityId}`) ?? null
  const isOfTenant = belongsToTenant.has(entity)
  if (data === null && !(isInReach || (isOfTenant && isRemoval(type)))) return []
  return [{ id, sequence: seq, type, creationDate, entity, entityId, actor, data }]
}

/** Records of the whole tenant, which belong to no account. */
const belongsToTenant: ReadonlySet<FeedKind> = new Set(['product', 'product_type', 'feature', 'certificate'])
