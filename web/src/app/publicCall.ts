/**
 * Calls that need nobody signed in, for screens that do without the contract's schemas: the schemas would weigh more than
 * the screen. The types are the contract's all the same.
 */
import type { AnswerOf, BodyOf, Endpoint } from '@trellis/contract/endpoint'
import { tenantHeaders } from './tenant.ts'
import { transmit } from './transport.ts'

/**
 * A call unanswered after this long is given up, in milliseconds. A line that died in the laptop's sleep would otherwise
 * hold the lock that all tabs refresh under.
 */
const patience = 20_000

/** `await post<typeof passwords.reset>('/auth/password/reset', body)`; throws a `ProblemError` for every refusal. */
export async function post<E extends Endpoint>(path: string, body: BodyOf<E>): Promise<AnswerOf<E>> {
  const response = await postForResponse(path, body)
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<E>
}

export async function postForResponse(path: string, body: unknown): Promise<Response> {
  return transmit(`/api/v1${path}`, {
    method: 'POST',
    name: path,
    headers: { ...(await tenantHeaders()), 'Content-Type': 'application/json', 'X-Refresh-Cookie': '1' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
  })
}
