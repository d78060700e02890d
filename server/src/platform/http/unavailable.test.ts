import { connect, createServer, type Socket } from 'node:net'
import { tenants } from '@trellis/contract/tenants'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { openSecond } from '../../testing/outages.ts'

const world = await network()

test('a public answer of 503 says nothing of addresses, and the log has the cause', async () => {
  const target = new URL(world.databaseUrl)
  const sockets: Socket[] = []
  const between = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.pipe(far).pipe(near)
    sockets.push(near, far)
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  const { port } = between.address() as { port: number }
  const address = new URL(world.databaseUrl)
  address.port = String(port)
  const lines: string[] = []
  const second = await openSecond(
    { ...world, databaseUrl: address.href },
    {},
    {},
    pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
  )
  afterAll(() => second.close())
  await new Promise((resolve) => {
    between.close(resolve)
    for (const socket of sockets) socket.destroy()
  })
  const ask = () =>
    second.app.http.inject({
      url: `/api/v1${tenants.current.path}`,
      headers: { 'x-tenant-code': world.tenantCode, host: 'portal.example' },
    })
  // The first may still find a connection that has just ended.
  await expect.poll(async () => (await ask()).json().detail).toBe('The database is not available')
  const answer = await ask()
  expect(answer.json()).toMatchObject({ status: 503, code: 'RQ503' })
  for (const told of [String(port), '127.0.0.1', 'ECONNREFUSED', target.hostname])
    expect(answer.payload).not.toContain(told)
  expect(lines.join('')).toContain('ECONNREFUSED')
})
