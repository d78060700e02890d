/** Sends every call to the server; the only place that logs failed calls. */
import type { Maintenance } from '@trellis/contract/tenants'
import { rememberRequest } from './live/ownRequests.ts'
import { offline, type ProblemError, problemOf } from './problem.ts'

interface Transmission extends RequestInit {
  method: string
  /** The path for the log, with placeholders in place of ids and keys: `/licenses/:serialKey`. */
  name: string
  /** Aborted when the caller no longer needs the answer; that is not logged as a failure. */
  abandoned?: AbortSignal | undefined
}

/**
 * Fetches; throws a `ProblemError` for every error answer, and one with code `offline` when the server cannot
 * be reached.
 */
export async function transmit(url: string, { name, abandoned, ...init }: Transmission): Promise<Response> {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (abandoned?.aborted) throw error
    throw logged(offline(), init.method, name)
  })
  if (init.method !== 'GET') rememberRequest(response)
  if (!response.ok) throw logged(shown(await problemOf(response)), init.method, name)
  return response
}

/** The portal is in maintenance: its page comes in front, whatever the call was for (rules G47). */
function shown(problem: ProblemError): ProblemError {
  const { maintenance } = (problem.info ?? {}) as { maintenance?: Maintenance }
  if (maintenance) void import('./maintenance/show.tsx').then(({ show }) => show(maintenance)).catch(() => undefined)
  return problem
}

/** Logs a failure (rules V7): the code, and the request id that is also in the server's log. */
function logged(problem: ProblemError, method: string, name: string): ProblemError {
  const request = problem.requestId === null ? '' : `, request ${problem.requestId}`
  console.info(`${method} ${name} failed: ${problem.code}${request}`)
  return problem
}
