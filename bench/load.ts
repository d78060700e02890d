import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

export interface Request {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: string
  /** Each time with a new Idempotency-Key, as the web app creates. */
  withKey?: boolean
}

export interface Target {
  url: string
  headers: Record<string, string>
  /** The requests that a connection repeats. */
  requestsOf(connection: number): Request[]
  /** Each request works only once: it ends when a connection has none left, instead of beginning again. */
  isOnce?: boolean
}

export interface Measured {
  answered: number
  seconds: number
  /** The time of every answer that is a success, in milliseconds. */
  times: number[]
  /** Number of answers that are no success; a measurement with any is invalid. */
  refused: number
  /** CPU milliseconds of server and database in that time; undefined where the system does not report them. */
  processor?: number
}

export const connections = 10

/** Sends requests for some seconds over ten connections, each request as soon as the one before is answered. */
export async function run({ url, headers, requestsOf, isOnce }: Target, seconds: number): Promise<Measured> {
  const times: number[] = []
  /** Requests of each client that are not answered yet. */
  const left = new Map<object, number>()
  let connection = 0
  const instance = autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const requests = requestsOf(connection++)
      left.set(client, requests.length)
      client.setRequests(
        requests.map(({ withKey, ...request }) => ({
          ...request,
          headers: { 'content-type': 'application/json', ...headers },
          ...(withKey && { setupRequest: keyed }),
        })),
      )
    },
  })
  instance.on('response', (client, status, _bytes, milliseconds) => {
    if (status >= 200 && status < 300) times.push(milliseconds)
    const unanswered = (left.get(client) ?? 0) - 1
    left.set(client, unanswered)
    // Its last request is under way.
    if (isOnce && unanswered <= 1) instance.stop()
  })
  const result = await instance
  return {
    answered: result['2xx'],
    seconds: result.duration,
    times,
    refused: result.non2xx + result.errors,
  }
}

const keyed = (request: { headers: Record<string, string> }) => ({
  ...request,
  headers: { ...request.headers, 'idempotency-key': randomUUID() },
})
