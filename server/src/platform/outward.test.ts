import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { type AddressInfo, connect, createServer as createPlain } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { pem } from '../testing/tls.ts'
import { openOutward, outwardAnswerBytes, outwardDeadline } from './outward.ts'
import { isPublicAddress } from './public-address.ts'

/* A resolver and a network of the test's own: names lead where `names` says, and `dialed` has every address that was dialed. */

const names = new Map<string, string[] | (() => string[])>()
const dialed: string[] = []
/** Where the public addresses of the test lead. */
let port = 0
const outward = openOutward({
  trusted: ['erp.internal', '127.0.0.1:9'],
  resolve: async (host) => {
    const found = names.get(host)
    if (found === undefined) throw new Error('ENOTFOUND')
    return typeof found === 'function' ? found() : found
  },
  dial: ({ host }) => {
    dialed.push(host)
    return connect({ host: '127.0.0.1', port })
  },
  ca: pem.cert,
})

const opened: Server[] = []
async function serve(answer: RequestListener): Promise<void> {
  const server = createSecure(pem, answer)
  opened.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
}
afterAll(() => {
  for (const server of opened) {
    server.closeAllConnections()
    server.close()
  }
})
const post = (url: string, body = '{}') => outward.post(url, { 'content-type': 'application/json' }, body)

const inner = [
  ...[
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.1',
  ],
  ...['192.0.0.8', '192.0.2.1', '192.168.0.1', '198.18.0.1', '198.51.100.7', '203.0.113.7', '224.0.0.1', '239.1.1.1'],
  ...['240.0.0.1', '255.255.255.255', '::', '::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '64:ff9b::a00:1'],
  ...['100::1', '2001::1', '2001:db8::1', '2002:a00:1::', 'fc00::1', 'fd12::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
  ...['ff02::1', '3fff::1', 'localhost', ''],
]

test.each(inner)('%s is no address of the public Internet (threats W15)', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '192.0.1.1', '100.128.0.1', '2606:2800:220:1::1', '2a00:1450::1'])(
  '%s is one',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test('no packet goes to an address inside, however it is written or named (threats W15)', async () => {
  await serve((_, response) => response.end())
  dialed.length = 0
  names.set('inside.example', ['10.0.0.5'])
  names.set('half.example', ['93.184.216.34', '169.254.169.254'])
  names.set('mapped.example', ['::ffff:127.0.0.1'])
  names.set('localhost.', ['127.0.0.1'])
  for (const url of [
    ...[
      'https://inside.example/',
      'https://half.example/',
      'https://mapped.example/',
      'https://localhost./',
      'https://nowhere.example/',
    ],
    ...[
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f000001/',
      'https://0177.0.0.1/',
      'https://127.1/',
      'https://[::1]/',
    ],
    ...['https://[::ffff:a00:1]/', 'https://169.254.169.254/latest/meta-data', 'https://[fd00::1]:8443/'],
  ]) {
    expect([url, await outward.check(url)]).toEqual([url, false])
    await expect(post(url), url).rejects.toMatchObject({ problem: /nowhere/.test(url) ? 'unresolved' : 'not_public' })
  }
  expect(dialed).toEqual([])
})

test('without TLS, to ports of other services and with a password nothing is sent', async () => {
  names.set('hooks.example', ['93.184.216.34'])
  dialed.length = 0
  for (const url of [
    ...[
      'http://hooks.example/',
      'https://hooks.example:25/',
      'https://hooks.example:80/',
      'ftp://hooks.example/',
      'hooks.example',
      '',
    ],
    ...['https://user:secret@hooks.example/', 'https://hooks.example/#part'],
  ]) {
    expect([url, await outward.check(url)]).toEqual([url, false])
    await expect(post(url), url).rejects.toThrow()
  }
  for (const url of ['https://hooks.example/', 'https://hooks.example:8443/in?a=b'])
    expect(await outward.check(url)).toBe(true)
  expect(dialed).toEqual([])
})

test('what the operator trusts is reached inside and without TLS, and only that', async () => {
  expect(await outward.check('http://127.0.0.1:9/')).toBe(true)
  expect(await outward.check('http://127.0.0.1:10/')).toBe(false)
  expect(await outward.check('http://127.0.0.1/')).toBe(false)
})

test('the connection goes to the address that was checked, though the name leads inside the second time', async () => {
  let asked = 0
  names.set('hooks.example', () => {
    asked += 1
    return asked % 2 === 1 ? ['93.184.216.34'] : ['127.0.0.1']
  })
  dialed.length = 0
  await serve(({ headers }, response) => response.end(headers.host))
  expect(await post('https://hooks.example/in')).toEqual({ status: 200, text: 'hooks.example', retryAfter: null })
  expect([asked, dialed]).toEqual([1, ['93.184.216.34']])
  await expect(post('https://hooks.example/in')).rejects.toMatchObject({ problem: 'not_public' })
  expect(dialed).toHaveLength(1)
})

test('a redirect is an answer, and is not followed', async () => {
  names.set('hooks.example', ['93.184.216.34'])
  dialed.length = 0
  let asked = 0
  await serve((_, response) => {
    asked += 1
    response.writeHead(302, { location: 'https://169.254.169.254/' }).end('elsewhere')
  })
  expect(await post('https://hooks.example/')).toEqual({ status: 302, text: 'elsewhere', retryAfter: null })
  expect([asked, dialed]).toEqual([1, ['93.184.216.34']])
})

test('of an answer of a hundred megabytes a small part is read, and the connection is ended (threats W16)', async () => {
  let written = 0
  let ended = false
  await serve((_, response) => {
    response.on('close', () => {
      ended = true
    })
    const more = () => {
      while (written < 100 * 1024 * 1024 && !response.destroyed) {
        written += 65_536
        if (!response.write(Buffer.alloc(65_536, 'x'))) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  const { text } = await post('https://hooks.example/')
  expect(text).toHaveLength(outwardAnswerBytes)
  await expect.poll(() => ended).toBe(true)
  expect(written).toBeLessThan(20 * 1024 * 1024)
})

test('a certificate for another name, or of nobody known, is refused', async () => {
  await serve((_, response) => response.end())
  names.set('other.example', ['93.184.216.34'])
  await expect(post('https://other.example/')).rejects.toMatchObject({ problem: 'tls' })
})

test('a connection that is refused, or ends without an answer, is told apart', async () => {
  const server = createPlain((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  await expect(post('https://hooks.example/')).rejects.toMatchObject({ problem: 'broken' })
  server.close()
  await once(server, 'close')
  await expect(post('https://hooks.example/')).rejects.toMatchObject({ problem: 'refused' })
  const plain = createServer((request) => request.socket.destroy())
  opened.push(plain)
  await serve((request) => request.socket.destroy())
  await expect(post('https://hooks.example/')).rejects.toMatchObject({ problem: 'broken' })
})

test('an answer that has no end, a stream or another protocol (101), is known by its status and not waited for', async () => {
  names.set('hooks.example', ['93.184.216.34'])
  const url = 'https://hooks.example/'
  for (const type of ['text/event-stream', 'Text/Event-Stream; charset=utf-8']) {
    await serve((_, response) => response.writeHead(200, { 'content-type': type }).write(': open\n\n'))
    expect(await post(url)).toEqual({ status: 200, text: '', retryAfter: null })
  }
  for (const more of [{ connection: 'Upgrade', upgrade: 'websocket' }, {}]) {
    await serve((_, response) => void response.writeHead(101, more).end())
    expect(await post(url)).toMatchObject({ status: 101, text: '' })
    expect(await outward.ask(url, { method: 'GET', headers: {} })).toMatchObject({ status: 101 })
  }
})

test('who hangs, before or in the answer, is waited for ten seconds and no longer (threats W16)', async () => {
  expect(outwardDeadline).toBe(10_000)
  const hasty = openOutward({
    trusted: [],
    resolve: async (host) => (host === 'stuck.example' ? new Promise(() => undefined) : ['93.184.216.34']),
    dial: () => connect({ host: '127.0.0.1', port }),
    ca: pem.cert,
    deadline: 60,
  })
  const hangs = (url: string) => expect(hasty.post(url, {}, '{}'), url).rejects.toMatchObject({ problem: 'late' })
  await serve(() => undefined)
  await hangs('https://hooks.example/')
  await serve((_, response) => response.writeHead(200).write('a'))
  await hangs('https://hooks.example/')
  await hangs('https://stuck.example/')
  const silent = createPlain(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  port = (silent.address() as AddressInfo).port
  await hangs('https://hooks.example/')
  silent.close()
})
