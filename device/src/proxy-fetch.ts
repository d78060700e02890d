import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect as connectTls } from 'node:tls'
import type { Fetch } from './portal.ts'

/** An answer of the portal is a few kilobytes. */
const maximumBytes = 1 << 20

/**
 * A `fetch` for networks that reach the portal only through an HTTP proxy, which Node's own `fetch` does not use.
 * @param proxy `http://[user:password@]host:port`; by default the variables `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
 * Own certificate authorities: `NODE_EXTRA_CA_CERTS`.
 */
export function proxyFetch(proxy?: string): Fetch {
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    const through = proxy ?? proxyOf(url)
    const message = await send(
      url,
      through === undefined ? undefined : new URL(through),
      { method, headers, signal },
      body,
    )
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maximumBytes) throw new Error('The answer is too large')
      chunks.push(chunk)
    }
    const status = message.statusCode ?? 0
    if (status >= 300 && status < 400) throw new Error(`${url.origin} redirects, which is not followed`)
    const text = Buffer.concat(chunks).toString('utf8')
    return {
      ok: status >= 200 && status < 300,
      status,
      headers: { get: (name) => message.headers[name.toLowerCase()]?.toString() ?? null },
      text: async () => text,
    }
  }
}

function proxyOf(url: URL): string | undefined {
  const variable = (name: string) => process.env[name] || process.env[name.toLowerCase()] || undefined
  const exempt = (variable('NO_PROXY') ?? '').split(',').map((host) =>
    host
      .trim()
      .toLowerCase()
      .replace(/^\*?\./, ''),
  )
  const isExempt = exempt.some((host) => host === '*' || (host !== '' && `.${url.hostname}`.endsWith(`.${host}`)))
  return isExempt ? undefined : variable(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY')
}

const authorization = ({ username, password }: URL): Record<string, string> =>
  username === ''
    ? {}
    : {
        'proxy-authorization': `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
      }

async function send(url: URL, proxy: URL | undefined, options: RequestOptions, body = ''): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const sent = { ...options, headers: { ...options.headers, 'content-length': Buffer.byteLength(body) } }
  if (proxy === undefined) return answerOf((isSecure ? requestHttps : requestHttp)(url, sent), body)
  if (!isSecure) {
    // Plain HTTP: the proxy gets the whole address.
    const headers = { ...sent.headers, host: url.host, ...authorization(proxy) }
    return answerOf(requestHttp({ ...placeOf(proxy), ...sent, headers, path: url.href }), body)
  }
  const target = `${url.hostname}:${url.port || 443}`
  const tunnel = requestHttp({
    ...placeOf(proxy),
    agent: false,
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...authorization(proxy) },
    ...(options.signal && { signal: options.signal }),
  })
  const socket = await new Promise<import('node:net').Socket>((resolve, reject) => {
    tunnel.once('connect', (answer, connected) => {
      if (answer.statusCode === 200) resolve(connected)
      else {
        connected.destroy()
        reject(new Error(`The proxy answered ${answer.statusCode}`))
      }
    })
    tunnel.once('response', (answer) => reject(new Error(`The proxy answered ${answer.statusCode}`)))
    tunnel.once('error', reject)
    tunnel.end()
  })
  const createConnection = () => connectTls({ socket, servername: url.hostname })
  const message = await answerOf(requestHttps(url, { ...sent, agent: false, createConnection }), body)
  // Nobody else uses the tunnel, and an open one would keep the program running for minutes.
  message.once('close', () => socket.destroy())
  return message
}

const placeOf = ({ hostname, port }: URL): RequestOptions => ({
  hostname: hostname.replace(/^\[|\]$/g, ''),
  port: port || 80,
})

const answerOf = (request: ClientRequest, body: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
    request.end(body)
  })
