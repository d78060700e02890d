import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { newId } from '../ids.ts'
import { type Reason, Refusal, Unavailable } from '../refusal.ts'
import { clientOf } from './client.ts'
import { compressAnswers } from './compression.ts'
import { acceptCookies } from './cookies.ts'
import { allowOrigin } from './cors.ts'
import { isGone, noticeWhoLeaves, statusOf } from './gone.ts'
import { aboutOf, noteAbout } from './log-about.ts'
import { loggedFaults } from './logged-faults.ts'
import { keepPace } from './pace.ts'
import { problemOf, refusalOf } from './problems.ts'
import { limitRequests } from './rate-limit.ts'
import { securityHeaders } from './security-headers.ts'
import { traceRequests } from './trace-requests.ts'

export interface HttpOptions {
  logger: Logger
  trustProxy: string | undefined
  /**
   * Requests per minute from one client; 0 for no limit. Coarse and per process: the exact throttles are in PostgreSQL.
   */
  requestsPerMinute: number
  https: boolean
  /** Size of the largest file that is uploaded, in bytes. */
  largestFile?: number
  timeouts?: Timeouts
}

/** Timeouts for clients in milliseconds. */
interface Timeouts {
  headers: number
  /** For the request body, see `Pace`. */
  body: number
  /** How often timeouts are checked; with Node's default of 30 s, expired requests would stay open too long. */
  every: number
}
const usual: Timeouts = { headers: 8_000, body: 8_000, every: 1_000 }
/** The minimum pace of a request body, in bytes per second. */
export const minimumPace = 32 * 1024
/** The largest body except for files: an import of 20 MB. */
const largestBody = 20 * 1024 * 1024
/** Timeout of a whole request in milliseconds: the time for a body of this size at the minimum pace, and a little more. */
const wholeRequest = (bytes: number) => (bytes / minimumPace) * 1000 + 20_000

export const apiBase = '/api/v1'
const megabyte = 1024 * 1024

/** Fastify with what every answer needs: ids, logs, limits, timeouts, headers and problems in the API's format. */
export async function openHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { headers, body, every } = options.timeouts ?? usual
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: options.trustProxy?.split(',').map((address) => address.trim()) ?? false,
    genReqId: () => newId(),
    routerOptions: { caseSensitive: false, maxParamLength: 300 },
    bodyLimit: megabyte,
    requestTimeout: wholeRequest(Math.max(largestBody, options.largestFile ?? 0)),
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: headers, connectionsCheckingInterval: every, maxHeaderSize: 16 * 1024 },
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply),
    forceCloseConnections: 'idle',
    // Requests that have arrived are answered, also while the server closes.
    return503OnClosing: false,
  }) as unknown as FastifyInstance

  closeWhenIdle(app)
  keepPace(app, { patience: body, bytesPerSecond: minimumPace, every })

  noticeWhoLeaves(app)
  // Its end comes after the line of the log.
  traceRequests(app, apiBase)
  const constant = securityHeaders(options.https)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(constant)
    reply.header('x-request-id', request.id)
    allowOrigin(request, reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    // Probes ask every second or two and would fill the log.
    const level = request.routeOptions.url?.startsWith('/health/') ? 'debug' : 'info'
    const status = statusOf(request, reply)
    // Refused for missing authentication or rights, or by a rate limit (ASVS 16.3.1, 16.3.2).
    const isDenied = [401, 403, 429].includes(status)
    request.log[isDenied ? 'warn' : level](
      {
        method: request.method,
        path: loggedPath(request.url),
        route: request.routeOptions.url,
        status,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        client: clientOf(request),
        ...aboutOf(request),
      },
      'request',
    )
    done()
  })

  await acceptCookies(app)
  compressAnswers(app)
  if (options.requestsPerMinute > 0) await limitRequests(app, options.requestsPerMinute)

  app.removeAllContentTypeParsers()
  takeJson(app, /^application\/json *(;|$)/i)

  app.setErrorHandler(answerProblem)
  return app
}

/** Reads bodies of these types as JSON. */
export function takeJson(app: FastifyInstance, types: RegExp): void {
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseJson(request, body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

const reserveMilliseconds = 500

/**
 * While the server closes, also closes connections that become idle then, and those that have asked nothing, which browsers keep in
 * reserve. Node.js closes only those that are idle after an answer when it starts to close; any other would hold up the end for as
 * long as it is kept alive.
 */
function closeWhenIdle(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    const began = performance.now()
    timer = setInterval(() => {
      app.server.closeIdleConnections()
      // What was asked just now may still be on its way.
      if (performance.now() - began < reserveMilliseconds) return
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, 50)
    done()
  })
  app.addHook('onClose', (_, done) => {
    clearInterval(timer)
    done()
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** In a text that may have a key that is refused; it may be written with escapes. */
const suspicious = /__proto__|constructor|\\u/
/** A text of this length cannot be nested so deeply that somebody who walks through it runs out of stack. */
const plainLength = 4_000

/** UTF-8 without a byte order mark; keys such as `__proto__` are refused. */
function parseJson(request: FastifyRequest, body: Buffer): unknown {
  const charset = /charset *= *"?([^";]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && charset.trim().toLowerCase() !== 'utf-8') throw new Refusal('RQ415')
  if (body.length === 0) return undefined
  try {
    const text = utf8.decode(body)
    // Of a search, a quarter of the time that looking at each key takes.
    if (text.length <= plainLength && !suspicious.test(text)) return JSON.parse(text)
    return JSON.parse(text, (key, value) => {
      if (key === '__proto__' || (key === 'constructor' && typeof value === 'object')) throw new Error('prototype')
      return value
    })
  } catch {
    throw new Refusal('RQ400')
  }
}

/** The reason of each 503, until the metrics have counted it. */
const unavailable = new WeakMap<FastifyRequest, Reason>()
export const whyUnavailable = (request: FastifyRequest): Reason | undefined => unavailable.get(request)

function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { problem } = refusedWith(error, request, reply)
  return reply.type('application/problem+json').send(JSON.stringify(problem))
}

/** Logs a refusal, and sets status and headers of its answer; the body is the caller's. */
export function refusedWith(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  const problem = problemOf(refusal, request.id)
  const faults = loggedFaults(refusal, request.routeOptions.config.endpoint)
  noteAbout(request, { code: refusal.code, ...(faults && { faults }) })
  if (isGone(request)) request.log.info({ err: error }, 'the client had left')
  else if (refusal instanceof Unavailable) {
    unavailable.set(request, refusal.reason)
    // Maintenance is meant, and the line of the request has its code.
    if (refusal.reason !== 'maintenance') request.log.warn({ err: error, reason: refusal.reason }, problem.title)
  } else if (problem.status >= 500) request.log.error({ err: error }, problem.title)
  if (refusal.code === 'RQ429' && refusal.headers['retry-after'] === undefined) {
    const given = reply.getHeader('retry-after')
    reply.header('retry-after', given === undefined ? '60' : given)
  }
  reply.code(problem.status).headers({ ...refusal.headers, 'cache-control': 'no-store' })
  return { refusal, problem }
}

/** A path without the query, and without the link of a key's page: whoever reads the log could open it (threats L20). */
const loggedPath = (url: string): string | undefined =>
  url.split('?', 1)[0]?.replace(/^(\/api\/v1)?\/key\/[^/]+/i, '$1/key/…')
