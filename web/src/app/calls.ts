/** Typed calls from the contract's endpoints: the only place in the browser that talks to the server. */
import type { AnswerOf, Endpoint, RequestOf } from '@trellis/contract/endpoint'
import { pathOf } from '@trellis/contract/endpoint'
import { isProblem, type ProblemError } from './problem.ts'
import { accessToken, endSession } from './session.ts'
import { tenantHeaders } from './tenant.ts'
import { transmit } from './transport.ts'

interface Wishes {
  /** Milliseconds, where an answer may take longer than usual. */
  patience?: number
  /** Makes a create safe to send again: the same key answers with what the first one made. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Nothing to hand in means nothing to write: `call(users.me)`. */
export type Asking<E> = Record<never, never> extends RequestOf<E> ? [request?: RequestOf<E>] : [request: RequestOf<E>]

/** A call unanswered after this long is given up, in milliseconds. */
const patience = 30_000

/** Authentication calls: their 401 says something about what was typed, not about the session. */
const isAuthentication = (endpoint: Endpoint) => endpoint.path.startsWith('/auth/')

/** One's own second factors, sessions and password are asked for with a session as well: without one they answer as all others do. */
const isAboutSession = (endpoint: Endpoint, { code }: ProblemError) =>
  !isAuthentication(endpoint) || (endpoint.permission !== 'public' && code === 'RQ401')

/** Calls the server. Throws a `ProblemError` for every refusal, and one with code `offline` when it cannot be reached. */
export function call<E extends Endpoint>(endpoint: E, ...[request]: Asking<E>): Promise<AnswerOf<E>> {
  return callWith(endpoint, request, {})
}

/** The same for a caller that may give up, or that makes something and may have to ask twice. */
export async function callWith<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E> | undefined,
  wishes: Wishes,
): Promise<AnswerOf<E>> {
  const response = await send(endpoint, request ?? {}, wishes)
  return (endpoint.answer === undefined ? undefined : await response.json()) as AnswerOf<E>
}

/** What a call answers with a file. Making one of a long list takes its time. */
export async function fileOf<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<Blob> {
  return (await send(endpoint, request, { patience: 5 * 60_000 })).blob()
}

interface Parts {
  params?: unknown
  query?: unknown
  body?: unknown
}

async function send(endpoint: Endpoint, parts: Parts, wishes: Wishes): Promise<Response> {
  const { params, query, body } = parts
  const { idempotencyKey, signal } = wishes
  const headers: Record<string, string> = endpoint.tenant ? await tenantHeaders() : {}
  if (endpoint.permission !== 'public') headers.Authorization = `Bearer ${await accessToken()}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
  if (isAuthentication(endpoint)) headers['X-Refresh-Cookie'] = '1'
  const patient = AbortSignal.timeout(wishes.patience ?? patience)
  return transmit(`/api/v1${pathOf(endpoint, params, query)}`, {
    method: endpoint.method,
    name: endpoint.path,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal === undefined ? patient : AbortSignal.any([signal, patient]),
    abandoned: signal,
  }).catch((error: unknown) => {
    if (isProblem(error) && error.status === 401 && isAboutSession(endpoint, error)) endSession('lost')
    throw error
  })
}
