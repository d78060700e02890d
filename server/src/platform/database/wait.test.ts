import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { afterEach, expect, inject, test } from 'vitest'
import { OperatorError } from '../operator-error.ts'
import { waitForDatabase } from './wait.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** PostgreSQL's error while it starts or recovers (57P03). */
function startingUp(): Buffer {
  const fields = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0'
  const message = Buffer.alloc(5 + fields.length)
  message.write('E')
  message.writeUInt32BE(4 + fields.length, 1)
  message.write(fields, 5)
  return message
}

/** A proxy to the tests' PostgreSQL that answers the first `times` connections with "starting up". */
async function startingDatabase(times: number): Promise<string> {
  const url = new URL(inject('templateUrl'))
  const { hostname, port } = url
  let asked = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    asked += 1
    if (asked > times) {
      const onward = connect(Number(port), hostname)
      onward.on('error', () => undefined)
      socket.pipe(onward).pipe(socket)
    } else socket.once('data', () => socket.end(startingUp()))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.port = String((server.address() as AddressInfo).port)
  return url.href
}

/** The lines that were logged, and the error's message if it fails. */
async function waiting(url: string, patience = 60_000) {
  const lines: string[] = []
  const error = await waitForDatabase(url, { log: (line) => lines.push(line), patience, pause: 1 }).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error !== null && !(error instanceof OperatorError)) throw error
  return { lines, sentence: error?.message ?? null, password: decodeURIComponent(new URL(url).password) }
}

test('a database that is starting up is waited for, and one line says so', async () => {
  const { lines, sentence, password } = await waiting(await startingDatabase(3))
  expect(sentence).toBeNull()
  expect(lines).toEqual([
    expect.stringMatching(/^Waiting for the database trellis at 127\.0\.0\.1:\d+: the database system is starting up$/),
  ])
  expect(lines.join()).not.toContain(password)
})

test('nothing is logged when the database is available', async () => {
  expect(await waiting(inject('templateUrl'))).toMatchObject({ lines: [], sentence: null })
})

test('when the database never gets ready, the wait ends with one sentence without the password', async () => {
  const { sentence, password } = await waiting(await startingDatabase(1_000), 50)
  expect(sentence).toMatch(
    /^Waited 0 s for the database trellis at 127\.0\.0\.1:\d+, which is still not available: the database system is starting up$/,
  )
  expect(sentence).not.toContain(password)
})

test('an address that nobody listens on is waited for as well', async () => {
  const url = new URL(await startingDatabase(0))
  await new Promise((resolve) => servers.pop()?.close(resolve))
  const { lines, sentence } = await waiting(url.href, 50)
  expect(lines).toHaveLength(1)
  expect(sentence).toContain('ECONNREFUSED')
})

test.each([
  ['a wrong password', { password: 'wrong' }, /password authentication failed/],
  ['a database that does not exist', { pathname: '/nothing' }, /"nothing" does not exist/],
])('%s is told at once: waiting does not mend it', async (_what, wrong, reason) => {
  const url = Object.assign(new URL(inject('templateUrl')), wrong)
  const { lines, sentence } = await waiting(url.href)
  expect(lines).toEqual([])
  expect(sentence).toMatch(/^Cannot use the database \w+ at 127\.0\.0\.1:\d+: /)
  expect(sentence).toMatch(reason)
})

test('messages name the variable that holds the address, and no password', async () => {
  const url = new URL(inject('templateUrl'))
  url.password = 'not-the-password'
  const refused = waitForDatabase(url.href, { variable: 'DATABASE_URL' })
  await expect(refused).rejects.toThrow(`at ${url.host} (DATABASE_URL): password authentication failed`)
  await expect(refused).rejects.not.toThrow('not-the-password')
})
