// @module-tag long
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { keepPace } from './pace.ts'
import { openHttp } from './server.ts'

/* Idle and slow sockets (threats W11). The timeouts are those of production, shortened. */

const http = await openHttp({
  logger: pino({ level: 'silent' }),
  trustProxy: undefined,
  requestsPerMinute: 0,
  https: false,
  timeouts: { headers: 1_000, body: 1_000, every: 50 },
})
http.post('/x', async (request) => ({ received: request.body }))
http.register(async (scope) => {
  scope.addContentTypeParser('application/octet-stream', async (_request: unknown, bytes: Readable) => bytes)
  scope.post('/upload', async ({ body }) => ({ received: (await buffer(body as Readable)).length }))
})
await http.listen({ port: 0, host: '127.0.0.1' })
const { port } = http.server.address() as AddressInfo
afterAll(() => http.close())
afterEach(() => void vi.useRealTimers())

const head = (type: string, length: number, path = '/x') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`

/**
 * Sends the text, continues with one letter now and then, and returns what was received when the server ended the
 * connection.
 */
function trickle(beginning: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      if (beginning !== '') socket.write(beginning)
    })
    const more = setInterval(() => {
      if (beginning !== '') socket.write('a')
    }, 40)
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(more)
      resolve(answer)
    })
  })
}

test.each([
  ['says nothing', ''],
  ['never ends its headers', 'POST /x HTTP/1.1\r\nHost: x\r\nX-Long: '],
  ['sends its body letter by letter', head('application/json', 1_000_000)],
  ['does so although it was refused already', head('text/plain', 1_000_000)],
  ['sends a file letter by letter, which is read as it comes', head('application/octet-stream', 1_000_000, '/upload')],
])('a connection that %s is ended', async (_what, beginning) => {
  const start = performance.now()
  const answer = await trickle(beginning)
  // Node itself looks for such connections only every 30 s.
  expect(performance.now() - start).toBeLessThan(29_000)
  if (beginning !== '') expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
})

test('requests at an ordinary pace are served in the meantime', async () => {
  const slow = Array.from({ length: 20 }, () => trickle(head('application/json', 1_000_000)))
  const answer = await fetch(`http://127.0.0.1:${port}/x`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  })
  expect(await answer.json()).toEqual({ received: { a: 1 } })
  await Promise.all(slow)
})

test('a long body that keeps its pace may take as long as it needs', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
  type Hook = (request: unknown, reply: unknown, payload: unknown, done: () => void) => void
  const hooks = new Map<string, Hook>()
  const app = { addHook: (name: string, hook: Hook) => hooks.set(name, hook) }
  keepPace(app as unknown as FastifyInstance, { patience: 8_000, bytesPerSecond: 1_000, every: 1_000 })
  const ended: string[] = []
  const receive = (name: string) => {
    const socket = { bytesRead: 0, write: () => true, end: () => void ended.push(name) }
    const raw = { headers: { 'content-length': '1' }, socket, complete: false, destroyed: false }
    const response = { headersSent: false } as ServerResponse
    hooks.get('preParsing')?.({ raw: raw as unknown as IncomingMessage }, { raw: response }, null, () => undefined)
    return socket
  }
  const [steady, fading] = [receive('steady'), receive('fading')]
  for (let second = 1; second <= 60; second++) {
    steady.bytesRead += 1_100
    if (second < 20) fading.bytesRead += 1_100
    vi.advanceTimersByTime(1_000)
  }
  expect(ended[0]).toBe('fading')
  expect(ended).not.toContain('steady')
})

test('a server that closes ends a connection whose answer was under way, and does not wait for its keep-alive', async () => {
  let answer: () => void = () => undefined
  const closing = await openHttp({
    logger: pino({ level: 'silent' }),
    trustProxy: undefined,
    requestsPerMinute: 0,
    https: false,
  })
  const arrived = new Promise<void>((resolve) => {
    closing.get('/slow', () => {
      resolve()
      return new Promise((respond) => {
        answer = () => respond({ late: true })
      })
    })
  })
  const address = await closing.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  const answered = new Promise<number>((resolve, reject) => {
    get(`${address}/slow`, { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })
  await arrived
  const closed = closing.close()
  await expect.poll(() => closing.server.listening).toBe(false)
  answer()
  expect(await answered).toBe(200)
  // Connections are kept alive for 72 s.
  expect(await Promise.race([closed.then(() => 'closed'), sleep(20_000, 'open')])).toBe('closed')
  agent.destroy()
}, 30_000)

test('a server that closes does not wait for connections that have asked nothing, as browsers keep in reserve', async () => {
  const closing = await openHttp({
    ...{ logger: pino({ level: 'silent' }), trustProxy: undefined, requestsPerMinute: 0, https: false },
  })
  await closing.listen({ port: 0, host: '127.0.0.1' })
  const accepted = once(closing.server, 'connection')
  const reserve = connect((closing.server.address() as AddressInfo).port, '127.0.0.1')
  await accepted
  const closed = closing.close()
  expect(await Promise.race([closed.then(() => 'closed'), sleep(20_000, 'open')])).toBe('closed')
  reserve.destroy()
})
