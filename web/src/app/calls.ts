/** Typed calls of the contract's endpoints. Signed-in screens talk to the server only through this file. */
import type { AnswerOf, Endpoint, RequestOf } from '@trellis/contract/endpoint'
import { pathOf } from '@trellis/contract/endpoint'
import { viewHeader } from '@trellis/contract/identity'
import { isProblem, type ProblemError } from './problem.ts'
import { accessToken, endSession } from './session.ts'
import { tenantHeaders } from './tenant.ts'
import { transmit } from './transport.ts'
import { withVersion } from './versions.ts'
import { currentView, leaveView } from './view.ts'
import { isViewOver, onlyReading } from './viewProblems.ts'

interface CallOptions {
  /** Timeout in milliseconds, for calls that may take longer than usual. */
  timeout?: number
  /** Makes it safe to send a create again: with the same key the server returns the first result. */
  idempotencyKey?: string
  /** The version of the record that is changed; refused with RQ412 when it has another one now. */
  ifMatch?: string | undefined
  signal?: AbortSignal
  /** The body of a call that takes bytes. */
  bytes?: Blob
  /** The browser sends it also while the page is being left. */
  keepalive?: boolean
  /** The reader's own call, also while the tab shows the portal of another user. */
  own?: boolean
}

/** The request is optional when it has no parts: `call(users.me)`. */
export type Asking<E> = Record<never, never> extends RequestOf<E> ? [request?: RequestOf<E>] : [request: RequestOf<E>]

/** Default timeout of a call in milliseconds. */
const defaultTimeout = 30_000

/** Authentication calls: a 401 there concerns the typed password or code, not the session. */
const isAuthentication = (endpoint: Endpoint) => endpoint.path.startsWith('/auth/')

/**
 * Decides whether a 401 means that the session is invalid. The `/auth` calls for one's own second factors,
 * sessions and password need a session, so their RQ401 counts too.
 */
const isAboutSession = (endpoint: Endpoint, { code }: ProblemError) =>
  !isAuthentication(endpoint) || (endpoint.permission !== 'public' && code === 'RQ401')

/**
 * Calls the server. Throws a `ProblemError` for every error answer, and one with code `offline` when the
 * server cannot be reached.
 */
export function call<E extends Endpoint>(endpoint: E, ...[request]: Asking<E>): Promise<AnswerOf<E>> {
  return callWith(endpoint, request, {})
}

/** Like `call`, with a timeout, an abort signal or an idempotency key. */
export async function callWith<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E> | undefined,
  options: CallOptions,
): Promise<AnswerOf<E>> {
  const response = await send(endpoint, request ?? {}, options)
  if (endpoint.answer === undefined) return undefined as AnswerOf<E>
  return withVersion((await response.json()) as AnswerOf<E>, response.headers.get('ETag'))
}

/** Calls an endpoint that returns a file. The timeout is five minutes, because the export of a long list is slow. */
export async function fileOf<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<Blob> {
  return (await send(endpoint, request, { timeout: 5 * 60_000 })).blob()
}

interface NamedFile {
  file: Blob
  /** The name that the server gives it. */
  fileName: string
}

/** Calls an endpoint that returns a file, or for long work its answer. */
export async function fileOrAnswerOf<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
): Promise<NamedFile | { file: null; answer: AnswerOf<E> }> {
  const response = await send(endpoint, request, { timeout: 5 * 60_000 })
  if (response.status === endpoint.status) return { file: null, answer: (await response.json()) as AnswerOf<E> }
  const fileName = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { file: await response.blob(), fileName: fileName ?? 'download' }
}

interface Parts {
  params?: unknown
  query?: unknown
  body?: unknown
}

async function send(endpoint: Endpoint, parts: Parts, options: CallOptions): Promise<Response> {
  const { params, query, body } = parts
  const { idempotencyKey, ifMatch, signal, bytes, keepalive = false } = options
  const headers: Record<string, string> = endpoint.tenant ? await tenantHeaders() : {}
  const view = endpoint.permission === 'public' || options.own ? null : currentView()
  if (view !== null && endpoint.effect === 'write') throw onlyReading()
  if (endpoint.permission !== 'public') headers.Authorization = `Bearer ${await accessToken()}`
  if (view !== null) headers[viewHeader] = view.userId
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (bytes !== undefined) headers['Content-Type'] = 'application/octet-stream'
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
  if (ifMatch !== undefined) headers['If-Match'] = ifMatch
  if (isAuthentication(endpoint)) headers['X-Refresh-Cookie'] = '1'
  const timeout = AbortSignal.timeout(options.timeout ?? defaultTimeout)
  return transmit(`/api/v1${pathOf(endpoint, params, query)}`, {
    method: endpoint.method,
    name: endpoint.path,
    headers,
    body: bytes ?? (body === undefined ? null : JSON.stringify(body)),
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    abandoned: signal,
    keepalive,
  }).catch((error: unknown) => {
    if (isProblem(error) && error.status === 401 && isAboutSession(endpoint, error)) endSession('lost')
    if (isProblem(error, 'suspended')) endSession('lost')
    if (isViewOver(error)) leaveView()
    throw error
  })
}
