import autocannon from 'autocannon'

export interface Request {
  method: 'POST' | 'PUT'
  path: string
  body: string
}

export interface Target {
  url: string
  headers: Record<string, string>
  /** What one connection sends, over and over: a share of its own where each can be done only once. */
  requestsOf(connection: number): Request[]
}

export interface Measured {
  answered: number
  seconds: number
  /** Milliseconds, every answer's. */
  times: number[]
  /** Answers that are no success; a measurement with any is worth nothing. */
  refused: number
  /** Processor milliseconds of server and database in that time, where they can be had. */
  processor?: number
}

export const connections = 10

/** So many seconds of requests over ten connections, each sent as soon as the one before it is answered. */
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
