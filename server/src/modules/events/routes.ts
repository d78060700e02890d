import { eventSentences } from '@trellis/contract/event-texts'
import { events, kindsOfTypes, latest } from '@trellis/contract/events'
import type { Reader } from '../../platform/database/tx.ts'
import { type Call, routes } from '../../platform/http/routes.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { exampleOf } from './examples.ts'
import type { Feed } from './feed.ts'
import { allTypes, endOf, looked, markOf, type Place } from './journal.ts'

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

type ListCall = Call<typeof events.list>

async function listFeed(feed: Feed, call: ListCall) {
  const { tx, tenant, query } = call
  const types = typesOf(query.types)
  await feed.seal(tenant.tenantId, String(call.request.id))
  const end = (await endOf(tx)) ?? beginning
  if (query.after === latest) return { items: [], next: textOf(end) }
  const start = query.after === undefined ? beginning : await placeOf(tx, query.after)
  const until = Math.min(end.seq, start.seq + looked)
  const { entries, told } = await feed.read(call, {
    after: start.seq,
    until,
    limit: query.limit,
    types,
    ...(query.entity !== undefined && { entity: query.entity }),
  })
  const last = entries.length === query.limit ? entries.at(-1) : undefined
  return { items: told, next: textOf(last ?? (await placeAt(until))) }

  async function placeAt(seq: number): Promise<Place> {
    if (seq === end.seq) return end
    return seq === start.seq ? start : { seq, mark: (await markOf(tx, seq)) ?? '' }
  }
}

export const eventsRoutes = (feed: Feed) =>
  routes('events', events, {
    list: (call) => listFeed(feed, call),
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
