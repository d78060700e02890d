import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FeedEvent } from '@trellis/contract/events'
import { Webhook } from 'standardwebhooks'
import { afterAll } from 'vitest'

export interface Received {
  id: string
  /** Of the header, in seconds. */
  timestamp: number
  event: Omit<FeedEvent, 'entity'> & { entity: string; timestamp: string }
  headers: IncomingMessage['headers']
}

export interface Receiver {
  /** `host:port`, as WEBHOOK_HOSTS names it. */
  host: string
  url: string
  /** What arrived with a signature that the published library accepts. */
  received: Received[]
  /** What it refused. */
  refused: number
  /** The secret that it knows. */
  secret: string
  /** Its clock, in milliseconds since 1970. */
  now: () => number
  /** How it answers; default: 204. */
  answer: (received: Received, response: ServerResponse) => unknown
}

/** A receiver that verifies what arrives with the published library of Standard Webhooks, on a loopback port. */
export async function openReceiver(): Promise<Receiver> {
  const self: Receiver = {
    ...{ host: '', url: '', received: [], refused: 0, secret: '', now: Date.now },
    answer: (_, response) => response.writeHead(204).end(),
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    try {
      const headers = request.headers as Record<string, string>
      const event = at(self.now(), () => new Webhook(self.secret).verify(body, headers)) as Received['event']
      const received = {
        ...{ event, headers: request.headers },
        id: String(headers['webhook-id']),
        timestamp: Number(headers['webhook-timestamp']),
      }
      self.received.push(received)
      await self.answer(received, response)
    } catch {
      self.refused += 1
      response.writeHead(401).end('not signed')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  self.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  self.url = `http://${self.host}/hook`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return self
}

/** The library knows no other clock. */
function at<T>(now: number, work: () => T): T {
  const usual = Date.now
  Date.now = () => now
  try {
    return work()
  } finally {
    Date.now = usual
  }
}
