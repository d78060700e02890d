import type { Calls } from './api.gen.ts'

/** A call by its method and path, as `docs/reference/calls.md` of the portal lists it. */
export type CallName = keyof Calls
export type AnswerOf<K extends CallName> = Calls[K]['answer']

/** What a call takes, beside what it is sent with. */
export type GivenOf<K extends CallName> = Omit<Calls[K], 'answer'>

export interface CallOptions {
  /** The `etag` of the record when it was read: if it has changed since, the call is refused with RQ412. */
  ifMatch?: string | undefined
  /** For what takes one: creates, batches, decisions on orders. Each call has its own unless it is given. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

/** Optional where the call takes nothing that is required. */
export type Request<K extends CallName> =
  Record<never, never> extends GivenOf<K> ? [request?: GivenOf<K> & CallOptions] : [request: GivenOf<K> & CallOptions]

/** What an answer says beside its body. */
export interface Answered<K extends CallName> {
  body: AnswerOf<K>
  status: number
  /** The version of a record that was read or changed. */
  etag: string | null
  requestId: string | null
  /** Whether this is the answer of an earlier call with the same idempotency key. */
  isReplayed: boolean
}

/** Calls that answer pages. */
export type PagedName = {
  [K in CallName]: Calls[K] extends {
    body: { page?: number; limit?: number }
    answer: { items: unknown[]; count: number }
  }
    ? K
    : never
}[CallName]
export type RowOf<K extends PagedName> = AnswerOf<K> extends { items: (infer Row)[] } ? Row : never

/** The path of a call below the base, with its parameters and query. */
export function pathOf(name: string, params: object = {}, query: object = {}): string {
  const given = params as Record<string, unknown>
  const path = name.slice(name.indexOf(' ') + 1).replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = given[parameter]
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} needs params.${parameter}`)
    return encodeURIComponent(String(value))
  })
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}
