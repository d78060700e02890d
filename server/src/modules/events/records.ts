import type { FeedKind } from '@trellis/contract/events'
import type { Reader } from '../../platform/database/tx.ts'
import { answerText } from '../../platform/http/answers.ts'
import { checkMayCall, reachOf } from '../../platform/http/may-call.ts'
import type { Call, Route } from '../../platform/http/routes.ts'
import { validated } from '../../platform/http/validation.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import type { Entry } from './journal.ts'

type Asked = Pick<Entry, 'entityId' | 'entityName'>

/** How a record is read: by the call for one record, or as the only row of a list. */
interface Reading {
  /** Names of the calls; the first that knows the record answers. */
  calls: readonly string[]
  /** The record is the only row of a list. */
  isRow: boolean
  ask(of: Asked): { params?: object; body?: object }
}

const byId = (...calls: string[]): Reading => ({
  calls,
  isRow: false,
  ask: ({ entityId }) => ({ params: { id: entityId } }),
})
const onlyRow = (call: string, field: string): Reading => ({
  calls: [call],
  isRow: true,
  ask: ({ entityId }) => ({ body: { includeChildren: true, limit: 1, filterBy: [{ field, values: [entityId] }] } }),
})

export const readings: Readonly<Record<FeedKind, Reading>> = {
  account: byId('accounts.read'),
  certificate: byId('certificates.read'),
  certification: byId('userCertificates.read', 'accountCertificates.read'),
  deal: byId('deals.read'),
  environment: byId('environments.read'),
  feature: onlyRow('productTypes.searchFeatures', 'id'),
  file: onlyRow('files.search', 'accountFileId'),
  license: {
    calls: ['licenses.read'],
    isRow: false,
    ask: ({ entityName }) => ({ params: { serialKey: entityName ?? '' } }),
  },
  order: byId('orders.read'),
  price_list: byId('priceLists.read'),
  price_plan: byId('pricePlans.read'),
  product: byId('catalogue.read'),
  product_type: byId('productTypes.read'),
  user: onlyRow('users.search', 'userId'),
}

interface Means {
  routes: readonly Route[]
  /** Reads of the actor's tenant with a reach. */
  readerOf(reach: string): Reader
  call: Pick<Call, 'actor' | 'tenant' | 'request' | 'reply'>
}

const routeOf = (routes: readonly Route[], name: string): Route => {
  const route = routes.find((each) => each.name === name)
  if (route === undefined) throw new Error(`There is no call ${name}`)
  return route
}

/** Whether the actor may read this kind of record at all, and whether in the whole tenant. */
export function readingOf(routes: readonly Route[], kind: FeedKind, actor: Actor): 'nowhere' | 'reach' | 'everywhere' {
  const route = routeOf(routes, readings[kind].calls[0] as string)
  try {
    checkMayCall(route.endpoint, actor)
  } catch (error) {
    if (error instanceof Refusal) return 'nowhere'
    throw error
  }
  return reachOf(route, actor) === actor.rootAccountId ? 'everywhere' : 'reach'
}

/** Records of one answer that are read at the same time. */
const atOnce = 4

/**
 * Reads the records of events as their own calls answer them to this reader, each once. A record that is not there, or not for the
 * reader, is missing in the answer.
 */
export async function readRecords(means: Means, entries: readonly Entry[]): Promise<Map<string, unknown>> {
  const wanted = [...new Map(entries.map((entry) => [`${entry.entity} ${entry.entityId}`, entry])).entries()]
  const read = new Map<string, unknown>()
  const next = async (): Promise<void> => {
    for (let one = wanted.pop(); one !== undefined; one = wanted.pop()) {
      const [key, entry] = one
      const record = await readRecord(means, entry)
      if (record !== undefined) read.set(key, record)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  return read
}

async function readRecord(means: Means, entry: Entry): Promise<unknown> {
  const { calls, ask } = readings[entry.entity]
  for (const name of calls) {
    const record = await answerOf(means, routeOf(means.routes, name), ask(entry))
    if (record !== undefined) return record
  }
}

async function answerOf(
  { readerOf, call }: Means,
  { name, endpoint, handler }: Route,
  { params, body }: { params?: object; body?: object },
): Promise<unknown> {
  const tx = readerOf(reachOf({ endpoint }, call.actor))
  const given = { ...call, tx, read: tx, params, query: {}, body: body && validated(endpoint.body, body) }
  try {
    const text = answerText(endpoint, name, await handler(given as never), false)
    const answer: unknown = text === undefined ? undefined : JSON.parse(text)
    return body === undefined ? answer : (answer as { items: unknown[] }).items[0]
  } catch (error) {
    if (error instanceof Refusal && error.code === 'RQ404') return undefined
    throw error
  }
}
