import type * as z from 'zod/mini'
import type { Code } from './codes.ts'
import type { SearchedList } from './export-lists.ts'
import type { PermissionToCall } from './permissions.ts'
import { type ListFields, pageOf } from './search.ts'

export type Schema = z.ZodMiniType
export type In<S> = S extends Schema ? z.input<S> : undefined
export type Out<S> = S extends Schema ? z.output<S> : undefined
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One call of the API, declared once for server, browser and other clients. `effect` says whether it may change data: a
 * read runs outside a write transaction.
 */
export interface Endpoint<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  A extends Schema | undefined = Schema | undefined,
  E extends 'read' | 'write' = 'read' | 'write',
> {
  method: Method
  /** Path below `/api/v1` as documented, with parameters as `:id`. It is matched case-insensitively. */
  path: string
  summary: string
  permission: PermissionToCall
  effect: E
  params: P
  query: Q
  body: B
  answer: A
  status: 200 | 201 | 202 | 204 | 303
  refusals: readonly Code[]
  /** False for the few calls that need no tenant headers: device calls, signed URLs, health. */
  tenant: boolean
  /** The body has keys in upper camel case; lower camel case is accepted too (wire: conventions). */
  spelled: boolean
  /** The body may also come as an HTML form, multipart or urlencoded. */
  form: boolean
  /**
   * The body is bytes of any type: a stream in `request.body`, or with `maximumBody` a buffer, which has arrived whole before the
   * transaction begins.
   */
  binary: boolean
  /** It supports `Idempotency-Key`: a POST that creates something, or a change that may make a record beside. */
  idempotent: boolean
  /** Maximum size of the body in bytes; null for the default. */
  maximumBody: number | null
  /** Answers with a file instead of JSON. With an `answer` too, long work is answered by that and `status` instead. */
  file: boolean
  /** Answers with Server-Sent Events that have this payload; null for other calls. */
  streams: Schema | null
  /** Name of the exportable list that this call searches; null for other calls. */
  exportedAs: SearchedList | null
  /** The fields of the list that this call searches; null for other calls. */
  list: ListFields | null
  /** Browsers may call it from pages of any origin (CORS), without credentials. */
  anyOrigin: boolean
  /** Not for API keys: it is about a person, their sessions or their screens (rules P32). */
  onlyPeople: boolean
  /** Also for people who need a second factor and have none: it leads to one (rules P33). */
  withoutFactor: boolean
  /** The answer has a secret: what is kept of it for `Idempotency-Key` is sealed. */
  secret: boolean
  /** Also answered during maintenance: what its page shows (rules G47). */
  inMaintenance: boolean
  /** The answer may be up to a second old, but never older than the caller's last change: for searches and statistics. */
  mayLag: boolean
}

interface Definition<P, Q, B, A, E> {
  method: Method
  path: string
  summary: string
  permission: PermissionToCall
  effect?: E
  idempotent?: boolean
  params?: P
  query?: Q
  body?: B
  answer?: A
  status?: 200 | 201 | 202 | 204 | 303
  refusals?: readonly Code[]
  tenant?: boolean
  spelled?: boolean
  form?: boolean
  binary?: boolean
  maximumBody?: number
  file?: boolean
  streams?: Schema
  exportedAs?: SearchedList
  list?: ListFields
  anyOrigin?: boolean
  mayLag?: boolean
  onlyPeople?: boolean
  withoutFactor?: boolean
  secret?: boolean
  inMaintenance?: boolean
}

type EffectOf<M extends Method> = M extends 'GET' ? 'read' : 'write'

/**
 * Declares a call. By default GET is a read and every other method writes; pass `effect` for searches, which are POSTs
 * that read. The status is 201 for `creates()`, 204 without an answer, else 200.
 */
export function endpoint<
  const M extends Method,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  A extends Schema | undefined = undefined,
  const E extends 'read' | 'write' = EffectOf<M>,
>(definition: Definition<P, Q, B, A, E> & { method: M }): Endpoint<P, Q, B, A, E> {
  const { method, answer, status, file = false, streams = null } = definition
  return {
    method,
    path: definition.path,
    summary: definition.summary,
    permission: definition.permission,
    effect: definition.effect ?? ((method === 'GET' ? 'read' : 'write') as E),
    params: definition.params as P,
    query: definition.query as Q,
    body: definition.body as B,
    answer: answer as A,
    status: status ?? (answer === undefined && !file && streams === null ? 204 : 200),
    refusals: definition.refusals ?? [],
    tenant: definition.tenant ?? true,
    spelled: definition.spelled ?? false,
    form: definition.form ?? false,
    binary: definition.binary ?? false,
    idempotent: definition.idempotent ?? status === 201,
    maximumBody: definition.maximumBody ?? null,
    file,
    streams,
    exportedAs: definition.exportedAs ?? null,
    list: definition.list ?? null,
    anyOrigin: definition.anyOrigin ?? false,
    onlyPeople: definition.onlyPeople ?? false,
    withoutFactor: definition.withoutFactor ?? false,
    secret: definition.secret ?? false,
    inMaintenance: definition.inMaintenance ?? false,
    mayLag: definition.mayLag ?? definition.list !== undefined,
  }
}

interface ListCall<A> {
  path: string
  summary: string
  permission: PermissionToCall
  exportedAs: SearchedList
  /** By default a page of the list's rows. */
  answer?: A
  refusals?: readonly Code[]
  onlyPeople?: boolean
}

/** Declares the call that searches a list; the list can be exported (`exportedAs`). */
export const searchOf = <I extends Schema, B extends Schema, A extends Schema = ReturnType<typeof pageOf<I>>>(
  list: ListFields & { item: I; search: B },
  call: ListCall<A>,
) =>
  endpoint({
    method: 'POST',
    effect: 'read',
    ...call,
    list,
    body: list.search,
    answer: call.answer ?? (pageOf(list.item) as Schema as A),
  })

export type ParamsOf<E> = E extends Endpoint<infer P> ? Out<P> : never
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q> ? Out<Q> : never
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B> ? Out<B> : never
export type AnswerOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? Out<A> : never

type Needs<K extends string, S> = S extends Schema
  ? Record<never, never> extends z.input<S>
    ? { [k in K]?: z.input<S> }
    : { [k in K]: z.input<S> }
  : { [k in K]?: undefined }

/** What a caller of the endpoint passes: `params`, `query` and `body`, each only where the endpoint has it. */
export type RequestOf<E> =
  E extends Endpoint<infer P, infer Q, infer B> ? Needs<'params', P> & Needs<'query', Q> & Needs<'body', B> : never

/** The path below `/api/v1` with its parameters and query filled in. */
export function pathOf(endpoint: Endpoint, params?: unknown, query?: unknown): string {
  const filled = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text === '' ? filled : `${filled}?${text}`
}
