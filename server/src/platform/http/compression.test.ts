import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { takesGzip } from './compression.ts'
import { openHttp } from './server.ts'

const open = async () => {
  const app = await openHttp({
    logger: pino({ level: 'silent' }),
    trustProxy: undefined,
    requestsPerMinute: 0,
    https: false,
  })
  onTestFinished(() => app.close())
  app.get('/text/:size', (request, reply) =>
    reply.type('application/json; charset=utf-8').send('x'.repeat(Number((request.params as { size: string }).size))),
  )
  return app
}

const asBrowser = { 'accept-encoding': 'gzip, deflate, br, zstd' }

test.each([5_000, 200_000])(
  'an answer of %i bytes is compressed for clients that accept gzip, and complete',
  async (size) => {
    const app = await open()
    const answer = await app.inject({ url: `/text/${size}`, headers: asBrowser })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(answer.rawPayload).toString()).toBe('x'.repeat(size))
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
  },
)

test('small answers, and answers to clients that do not accept gzip, are not compressed', async () => {
  const app = await open()
  for (const [url, headers] of [
    ['/text/5000', {}],
    ['/text/5000', { 'accept-encoding': 'br' }],
    ['/text/5000', { 'accept-encoding': 'gzip;q=0, *' }],
    ['/text/4000', asBrowser],
  ] as const) {
    const answer = await app.inject({ url, headers })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.payload).toMatch(/^x+$/)
  }
})

test('a client accepts gzip by its name, with or without a weight, or by `*`', () => {
  const taking = ['gzip', 'br, gzip;q=0.5', 'x-gzip', '*', 'GZIP']
  const refusing = [undefined, '', 'br', 'gzip;q=0', 'gzip; q=0.000', 'gzip;q=0, *;q=1', '*;q=0', 'gzipped']
  expect(taking.filter((header) => !takesGzip(header))).toEqual([])
  expect(refusing.filter((header) => takesGzip(header))).toEqual([])
})

test('a file is compressed while it is written, and a failure in the middle cuts the connection', async () => {
  const app = await open()
  app.get('/file/:end', (request, reply) => {
    const { end } = request.params as { end: string }
    const rows = async function* () {
      for (let row = 0; row < 2000; row++) yield `${row};${'cell;'.repeat(20)}\n`
      if (end === 'fails') throw new Error('The database was lost')
    }
    return reply.type('text/csv; charset=utf-8').send(Readable.from(rows()))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const read = (path: string) =>
    new Promise<string>((resolve, reject) => {
      get({ port, path, headers: asBrowser }, (response) => {
        expect(response.headers['content-encoding']).toBe('gzip')
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => resolve(gunzipSync(Buffer.concat(parts)).toString()))
      }).on('error', reject)
    })
  expect((await read('/file/whole')).split('\n')).toHaveLength(2001)
  await expect(read('/file/fails')).rejects.toThrow('aborted')
})

test('when the client disconnects, the source of the file ends', async () => {
  const app = await open()
  const source = Readable.from(
    (async function* () {
      for (;;) yield `${Math.random()}\n`.repeat(5000)
    })(),
  )
  const ended = new Promise<void>((resolve) => source.on('close', resolve))
  app.get('/endless', (_request, reply) => reply.type('text/csv').send(source))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  get({ port, path: '/endless', headers: asBrowser }, (response) => response.once('data', () => response.destroy()))
  await ended
  expect(source.destroyed).toBe(true)
})
