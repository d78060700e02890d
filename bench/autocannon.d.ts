/** The part of autocannon's API that is used here; the package has no types. */
declare module 'autocannon' {
  interface Request {
    method: 'GET' | 'POST' | 'PUT'
    path: string
    body?: string
    headers: Record<string, string>
    setupRequest?: (request: { headers: Record<string, string> }) => object
  }
  interface Client {
    setRequests(requests: Request[]): void
  }
  interface Options {
    url: string
    connections: number
    duration: number
    setupClient: (client: Client) => void
  }
  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    duration: number
  }
  interface Instance extends Promise<Result> {
    stop(): void
    on(event: 'response', listener: (client: object, status: number, bytes: number, milliseconds: number) => void): void
  }
  export default function autocannon(options: Options): Instance
}
