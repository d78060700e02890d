import autocannon from 'autocannon'

export interface Request {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: string
}

export interface Target {
  url: string
  headers: Record<string, string>
  /** The requests that a connection repeats. Where a request works only once, each connection has its own share. */
  requestsOf(connection: number): Request[]
}

export interface Measured {
  answered: number
  seconds: number
  /** The time of every answer in milliseconds. */
  times: number[]
  /** Number of answers that are no success; a measurement with any is invalid. */
  refused: number
  /** CPU milliseconds of server and database in that time; undefined where the system does not report them. */
  processor?: number
}

export const connections = 10

/** Sends requests for some seconds over ten connections, each request as soon as the one before is answered. */
export async function run({ url, headers, requestsOf }: Target, seconds: number): Promise<Measured> {
  const times: number[] = []
  let connection = 0
  const instance = autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const requests = requestsOf(connection++)
      client.setRequests(
        requests.map((request) => ({ ...request, headers: { 'content-type': 'application/json', ...headers } })),
      )
    },
  })
  instance.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  const result = await instance
  return {
    answered: result['2xx'],
    seconds: result.duration,
    times,
    refused: result.non2xx + result.errors,
  }
}
