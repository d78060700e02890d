import { eventSentences } from '@trellis/contract/event-texts'
import {
  events,
  type FeedEvent,
  type FeedKind,
  feedKindNames,
  isRemoval,
  kindsOfTypes,
  latest,
} from '@trellis/contract/events'
import { codeOf } from '../../platform/database/connection.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Context, Reader } from '../../platform/database/tx.ts'
import { type Call, type Route, routes } from '../../platform/http/routes.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { type AnchorFile, sealForReaders } from '../audit/index.ts'
import { exampleOf } from './examples.ts'
import { allTypes, type Entry, endOf, listEntries, looked, markOf, type Place } from './journal.ts'
import { readingOf, readRecords } from './records.ts'

interface FeedMeans {
  db: Database
  anchors: AnchorFile
  /** All calls of the portal, which read the records. */
  served: () => readonly Route[]
  /** The business clock of tests. */
  clock?: () => string
}

const beginning: Place = { seq: 0, mark: '' }
const textOf = ({ seq, mark }: Place): string => (seq === 0 ? '0' : `${seq}-${mark}`)

/** The place that `after` names. Refuses EV410 for one that this journal does not have (any more), as after a restored backup. */
async function placeOf(tx: Reader, after: string): Promise<Place> {
  if (after === '0') return beginning
  const [, digits, mark] = /^([1-9]\d{0,15})-([0-9a-f]{8})$/.exec(after) ?? []
  if (digits === undefined || mark === undefined) throw invalid(['after'], 'invalid', 'Not a `next` of this call')
  const seq = Number(digits)
  if ((await markOf(tx, seq)) !== mark)
    throw new Refusal('EV410', null, 'This journal does not have this place (any more): read from the beginning')
  return { seq, mark }
}

/** Refuses RQ422 for types that there are not, naming those that there are. */
function typesOf(given: string | undefined): readonly string[] {
  if (given === undefined) return allTypes
  const types = given.split(',').map((type) => type.trim())
  const unknown = types.filter((type) => !kindsOfTypes.has(type))
  if (unknown.length > 0)
    throw invalid(['types'], 'unknown', `${unknown.join(', ')}: no such type. There are ${allTypes.join(', ')}`)
  return types
}

/** A database that can only read, as while another one takes over, has what was sealed before. */
function unlessItCanOnlyRead(error: unknown): void {
  if (codeOf(error) !== '25006') throw error
}

type ListCall = Call<typeof events.list>

async function listFeed({ db, anchors, served, clock }: FeedMeans, call: ListCall) {
  const { tx, actor, tenant, query, request, reply } = call
  const types = typesOf(query.types)
  await db.background
    .write(contextOf({ userId: null, reach: null }), (sealing) => sealForReaders(sealing, anchors))
    .catch(unlessItCanOnlyRead)
  const end = (await endOf(tx)) ?? beginning
  if (query.after === latest) return { items: [], next: textOf(end) }
  const start = query.after === undefined ? beginning : await placeOf(tx, query.after)
  const held = new Map(feedKindNames.map((kind) => [kind, readingOf(served(), kind, actor)]))
  const kinds = feedKindNames.filter(
    (kind) => held.get(kind) !== 'nowhere' && (query.entity === undefined || query.entity === kind),
  )
  const until = Math.min(end.seq, start.seq + looked)
  const entries = await listEntries(tx, {
    after: start.seq,
    until,
    limit: query.limit,
    types,
    kinds,
    everywhere: kinds.filter((kind) => held.get(kind) === 'everywhere'),
  })
  const records = await readRecords(
    {
      routes: served(),
      readerOf: (reach) => db.read(contextOf({ userId: actor.userId, reach })),
      call: { actor, tenant, request, reply },
    },
    entries,
  )
  const last = entries.length === query.limit ? entries.at(-1) : undefined
  return { items: entries.flatMap((entry) => eventOf(entry, records)), next: textOf(last ?? (await placeAt(until))) }

  function contextOf(as: Pick<Context, 'userId' | 'reach'>): Context {
    return { ...as, tenantId: tenant.tenantId, clock: clock?.() ?? null, requestId: String(request.id) }
  }
  async function placeAt(seq: number): Promise<Place> {
    if (seq === end.seq) return end
    return seq === start.seq ? start : { seq, mark: (await markOf(tx, seq)) ?? '' }
  }
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

export const eventsRoutes = (means: FeedMeans) =>
  routes('events', events, {
    list: (call) => listFeed(means, call),
    async types() {
      return {
        items: [...kindsOfTypes].map(([type, entity]) => ({
          type,
          entity,
          description: eventSentences[type] ?? '',
          example: exampleOf(type, entity),
        })),
      }
    },
  })
