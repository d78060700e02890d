/**
 * Calls that do not require a sign-in, for screens that do not load the contract's schemas: these would be
 * larger than the screen. The types still come from the contract.
 */
import type { AnswerOf, BodyOf, Endpoint } from '@trellis/contract/endpoint'
import { tenantHeaders } from './tenant.ts'
import { transmit } from './transport.ts'

/**
 * Timeout in milliseconds. A connection that died while the laptop slept would otherwise keep the refresh
 * lock that all tabs share.
 */
const timeout = 20_000

/**
 * Usage: `await post<typeof passwords.reset>('/auth/password/reset', body)`. Throws a `ProblemError` for
 * every error answer.
 */
export async function post<E extends Endpoint>(path: string, body: BodyOf<E>): Promise<AnswerOf<E>> {
  const response = await postForResponse(path, body)
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<E>
}

/** The same for a GET; `name` is the path for the log, with placeholders. */
export async function get<E extends Endpoint>(path: string, name: string): Promise<AnswerOf<E>> {
  const response = await transmit(`/api/v1${path}`, {
    method: 'GET',
    name,
    headers: await tenantHeaders(),
    signal: AbortSignal.timeout(timeout),
  })
  return (await response.json()) as AnswerOf<E>
}

export async function postForResponse(path: string, body: unknown): Promise<Response> {
  return transmit(`/api/v1${path}`, {
    method: 'POST',
    name: path,
    headers: { ...(await tenantHeaders()), 'Content-Type': 'application/json', 'X-Refresh-Cookie': '1' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeout),
  })
}
