import { lookup, Resolver } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isPublicAddress } from './public-address.ts'
import { currentSpan, traced } from './tracing/tracing.ts'

/** Where a host's name leads. Rejects for names without an address. */
export type Resolve = (host: string) => Promise<string[]>
/** Opens a connection to an address, not to a name. */
export type Dial = (to: { host: string; port: number }) => Socket

export interface OutwardMeans {
  /** Hosts, or `host:port`, that the operator trusts: also on private networks and without TLS. */
  trusted: readonly string[]
  resolve?: Resolve
  dial?: Dial
  /** Authorities of tests. */
  ca?: string
  /** Milliseconds, where the usual ones are too long for a test. */
  deadline?: number
}

/**
 * Why no answer came: an address that is not of the public Internet; a name without an address; no connection; no valid
 * certificate; no answer within the time; a connection that ended early. No more, so that nobody learns what is on a network.
 */
export type OutwardProblem = 'not_public' | 'unresolved' | 'refused' | 'tls' | 'late' | 'broken'

export class OutwardFailure extends Error {
  readonly problem: OutwardProblem
  constructor(problem: OutwardProblem) {
    super(problem)
    this.problem = problem
  }
}

export interface Answer {
  status: number
  /** At most `outwardAnswerBytes` of it. */
  text: string
  /** Seconds that it asks to be left alone (header Retry-After); null when it does not ask. */
  retryAfter: number | null
}

export interface Outward {
  /** Whether the address may be used at all; resolves its name now. */
  check(url: string): Promise<boolean>
  /** Posts once; follows no redirect. Rejects with an OutwardFailure when no whole answer came. */
  post(url: string, headers: Record<string, string>, body: string): Promise<Answer>
  /** Asks once, in the same way; an answer of more than `outwardDocumentBytes` counts as broken. */
  ask(url: string, question: Question): Promise<Document>
}

export interface Question {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

/** A whole answer, for programs to read. */
export interface Document {
  status: number
  headers: Record<string, string>
  text: string
}

/** Milliseconds for everything: name, connection, TLS and answer (threats W16). */
export const outwardDeadline = 10_000
/** Bytes of an answer that are read; the rest is left (threats W16). */
export const outwardAnswerBytes = 64 * 1024
/** Bytes that a document may have: ten times what large directories answer. */
export const outwardDocumentBytes = 512 * 1024

/**
 * The only way to addresses that users name. The name is resolved once, each of its addresses is checked, and the connection goes
 * to the first of them, so that no second look-up leads elsewhere (threats W15).
 */
export function openOutward({
  trusted,
  resolve = openResolve(),
  dial = connect,
  ca,
  deadline = outwardDeadline,
}: OutwardMeans): Outward {
  const isTrusted = ({ hostname, host }: URL) => trusted.includes(hostname) || trusted.includes(host)

  function hasForm(url: URL): boolean {
    if (url.username !== '' || url.password !== '' || url.hash !== '') return false
    if (isTrusted(url)) return url.protocol === 'https:' || url.protocol === 'http:'
    const port = Number(url.port || 443)
    return url.protocol === 'https:' && (port === 443 || port >= 1024)
  }

  async function addressOf(url: URL): Promise<string> {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const found = isIP(host) ? [host] : await (isTrusted(url) ? namedHere : resolve)(host).catch(() => [])
    const [first] = found
    if (first === undefined) throw new OutwardFailure('unresolved')
    if (!isTrusted(url) && !found.every(isPublicAddress)) throw new OutwardFailure('not_public')
    return first
  }

  return {
    async check(text) {
      const url = URL.canParse(text) ? new URL(text) : null
      if (url === null || !hasForm(url)) return false
      return addressOf(url).then(
        () => true,
        () => false,
      )
    },

    post: (url, headers, body) => once(url, { method: 'POST', headers, body }, read),

    ask: (url, question) => once(url, question, readDocument),
  }

  async function once<A extends { status: number }>(text: string, question: Question, read: Reading<A>): Promise<A> {
    const { hostname } = new URL(text)
    const { method } = question
    const attributes = { 'http.request.method': method, 'server.address': hostname }
    return traced(`${method} ${hostname}`, { kind: 'client', attributes }, async () => {
      const answer = await inTime(text, question, read)
      currentSpan()?.set({ 'http.response.status_code': answer.status })
      return answer
    })
  }

  async function inTime<A>(text: string, question: Question, read: Reading<A>): Promise<A> {
    const url = new URL(text)
    if (!hasForm(url)) throw new OutwardFailure('not_public')
    const over = AbortSignal.timeout(deadline)
    const late = new Promise<never>((_, reject) =>
      over.addEventListener('abort', () => reject(new OutwardFailure('late')), { once: true }),
    )
    const exchange = addressOf(url).then((address) => {
      if (over.aborted) throw new OutwardFailure('late')
      return exchanged(url, address, question, read, over)
    })
    exchange.catch(() => undefined)
    return Promise.race([exchange, late])
  }

  function exchanged<A>(
    url: URL,
    address: string,
    { method, headers, body }: Question,
    read: Reading<A>,
    signal: AbortSignal,
  ): Promise<A> {
    const secure = url.protocol === 'https:'
    const port = Number(url.port || (secure ? 443 : 80))
    const span = currentSpan()
    return new Promise((resolve, reject) => {
      let isConnected = false
      const socket = dial({ host: address, port })
      const name = isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) ? {} : { servername: url.hostname }
      const stream = secure ? connectTls({ socket, ...name, ...(ca !== undefined && { ca }) }) : socket
      socket.once('connect', () => {
        isConnected = true
      })
      const sending = (secure ? httpsRequest : httpRequest)(url, {
        method,
        createConnection: () => stream,
        headers: {
          ...headers,
          ...(span && { traceparent: span.traceparent }),
          host: url.host,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
        signal,
      })
      const fail = (error: Error) => {
        stream.destroy()
        socket.destroy()
        reject(error)
      }
      const failed = (error: Error) => fail(new OutwardFailure(problemOf(error, isConnected, secure, signal)))
      // The connection is made beside the request, which hears of its errors only once it is used.
      stream.on('error', failed)
      sending.on('error', failed)
      const answered = (response: IncomingMessage) => {
        read(response).then((answer) => {
          resolve(answer)
          fail(new Error('done'))
        }, failed)
      }
      sending.on('response', answered)
      // 101: what follows is no answer.
      sending.on('upgrade', (response: IncomingMessage) => answered(response))
      sending.end(body)
    })
  }
}

type Reading<A> = (response: IncomingMessage) => Promise<A>

/** What came until it was enough; nothing of a stream of events, which has no end. */
async function bytesOf(response: IncomingMessage, enough: number): Promise<Buffer> {
  if (/^text\/event-stream\b/i.test(response.headers['content-type'] ?? '')) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= enough) break
  }
  return Buffer.concat(chunks)
}

async function readDocument(response: IncomingMessage): Promise<Document> {
  const bytes = await bytesOf(response, outwardDocumentBytes + 1)
  if (bytes.length > outwardDocumentBytes) throw new OutwardFailure('broken')
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    text: bytes.toString('utf8'),
  }
}

const read: Reading<Answer> = async (response) => {
  const bytes = (await bytesOf(response, outwardAnswerBytes)).subarray(0, outwardAnswerBytes)
  const retryAfter = secondsOf(response.headers['retry-after'])
  return { status: response.statusCode ?? 0, text: bytes.toString('utf8'), retryAfter }
}

/** Seconds, or a date of HTTP (RFC 9110, 10.2.3); null for anything else. */
function secondsOf(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null
  const isDate = / GMT$/.test(retryAfter)
  if (!isDate && !/^\d{1,9}$/.test(retryAfter)) return null
  const seconds = isDate ? (Date.parse(retryAfter) - Date.now()) / 1000 : Number(retryAfter)
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null
}

function problemOf(error: Error, isConnected: boolean, secure: boolean, signal: AbortSignal): OutwardProblem {
  if (error instanceof OutwardFailure) return error.problem
  if (signal.aborted) return 'late'
  if (!isConnected) return 'refused'
  const { code = '' } = error as NodeJS.ErrnoException
  return secure && /CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code) ? 'tls' : 'broken'
}

/** A name that the operator trusts may be one of this machine alone. */
const namedHere: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** Asks the name servers of this machine. */
function openResolve(): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  }
}
