/** How every call reaches the server, and the one place where a failed call is noted. */
import { offline, type ProblemError, problemOf } from './problem.ts'

interface Transmission extends RequestInit {
  method: string
  /** The path for the log, with placeholders for what it holds of people and keys: `/licenses/:serialKey`. */
  name: string
  /** Aborted when the caller no longer wants the answer, which is no failure. */
  abandoned?: AbortSignal | undefined
}

/** Fetches; throws a `ProblemError` for every refusal, and one with code `offline` when the server cannot be reached. */
export async function transmit(url: string, { name, abandoned, ...init }: Transmission): Promise<Response> {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (abandoned?.aborted) throw error
    throw noted(offline(), init.method, name)
  })
  if (!response.ok) throw noted(await problemOf(response), init.method, name)
  return response
}

/** Failures are logged (rules V7): the code, and the request id under which the server logged its side. */
function noted(problem: ProblemError, method: string, name: string): ProblemError {
  const request = problem.requestId === null ? '' : `, request ${problem.requestId}`
  console.info(`${method} ${name} failed: ${problem.code}${request}`)
  return problem
}
