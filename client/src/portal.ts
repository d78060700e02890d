import type { Answered, AnswerOf, CallName, CallOptions, PagedName, Request, RowOf } from './calls.ts'
import { pathOf } from './calls.ts'
import { type EventBatch, type FeedOptions, readFeed } from './feed.ts'
import { type Fetch, send, takesKey } from './sending.ts'

export interface PortalOptions {
  /** Base URL of the portal, such as `https://partners.example.com`. */
  portalUrl: string
  /** The portal's code; its operator knows it. */
  tenantCode: string
  /** An API key `trk_…` or an access token, or what gives the present one; without it only public calls are answered. */
  token?: string | (() => string | Promise<string>) | undefined
  /** Names this program in the log of the portal. */
  product?: string | undefined
  /** Milliseconds until a call without an answer is given up; 30,000 by default. */
  timeout?: number | undefined
  /** How often a call is sent again at most; 3 by default. */
  retries?: number | undefined
  /** Milliseconds of the first pause between two tries; 500 by default. Later pauses double, up to 8 seconds. */
  pause?: number | undefined
  /** The longest `Retry-After` that is waited for, in seconds; 60 by default. After a longer one the refusal is thrown. */
  longestWait?: number | undefined
  /** Replaces the platform's `fetch`, for proxies. */
  fetch?: Fetch | undefined
  /** Replaces waiting, for tests. */
  wait?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined
  /** The token is a secret, so plain HTTP is refused unless the host is this machine. True allows it in a trusted network. */
  allowHttp?: boolean | undefined
}

/** Every method throws PortalRefusal or PortalUnreachable. */
export interface Portal {
  /** Makes a call by its method and path, such as `GET /orders/{id}`, and returns its answer. */
  call<K extends CallName>(name: K, ...request: Request<K>): Promise<AnswerOf<K>>
  /** The same with the version of the record, and what else the answer says. */
  send<K extends CallName>(name: K, ...request: Request<K>): Promise<Answered<K>>
  /**
   * The rows of a search, page after page. Rows that are created or removed meanwhile can move others between pages: to keep a copy,
   * read the feed.
   */
  each<K extends PagedName>(name: K, ...request: Request<K>): AsyncGenerator<RowOf<K>, void, undefined>
  /** The feed of changes, batch by batch, for as long as the loop goes on. Keep `next` together with what you did with the items. */
  events(options?: FeedOptions): AsyncGenerator<EventBatch, void, undefined>
}

interface Given extends CallOptions {
  params?: object
  query?: object
  body?: unknown
}

type Body = RequestInit['body'] | undefined

const rowsOfPage = 200

export function openPortal(options: PortalOptions): Portal {
  const { tenantCode, token, product, timeout = 30_000, retries = 3, pause = 500, longestWait = 60 } = options
  const { fetch: own = fetch, wait = waitFor } = options
  const base = baseOf(options)
  const patience = { fetch: own, timeout, retries, pause, longestWait, wait }

  async function answered(name: string, given: Given = {}): Promise<Answered<never>> {
    const isBytes = given.body instanceof Uint8Array || given.body instanceof Blob
    const url = base + pathOf(name, given.params, given.query)
    const bearer = typeof token === 'function' ? await token() : token
    const headers: Record<string, string> = {
      'x-tenant-code': tenantCode,
      ...(product !== undefined && { 'x-product': product }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(given.body !== undefined && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      ...(takesKey(name) && { 'idempotency-key': given.idempotencyKey ?? crypto.randomUUID() }),
      ...(given.ifMatch !== undefined && { 'if-match': given.ifMatch }),
    }
    const body = given.body === undefined || isBytes ? (given.body as Body) : JSON.stringify(given.body)
    const { answer, body: told } = await send({ name, url, headers, body, signal: given.signal }, patience)
    return {
      body: told as never,
      status: answer.status,
      etag: answer.headers.get('etag'),
      requestId: answer.headers.get('x-request-id'),
      isReplayed: answer.headers.get('idempotent-replayed') === 'true',
    }
  }

  const portal: Portal = {
    send: (name, ...[request]) => answered(name, request) as Promise<Answered<typeof name>>,
    call: async (name, ...[request]) => (await answered(name, request)).body,
    async *each(name, ...[request]) {
      const { body, ...rest } = request as Given & { body?: { page?: number; limit?: number } }
      const limit = body?.limit ?? rowsOfPage
      for (let page = body?.page ?? 1; ; page++) {
        const answer = await answered(name, { ...rest, body: { ...body, limit, page } })
        const { items } = answer.body as { items: RowOf<typeof name>[] }
        yield* items
        if (items.length < limit) return
      }
    },
    events: (given) => readFeed(portal, wait, given),
  }
  return portal
}

function waitFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', give)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', give, { once: true })
  })
}

function baseOf({ portalUrl, allowHttp = false }: PortalOptions): string {
  const { protocol, hostname, href, username, password } = new URL(portalUrl)
  const isLocal = /(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && (isLocal || allowHttp)))
    throw new TypeError(`portalUrl must begin with https:// (${protocol}//${hostname} does not)`)
  if (username !== '' || password !== '') throw new TypeError('portalUrl must not contain a user name or password')
  return `${href.replace(/[?#].*$/, '').replace(/\/+$/, '')}/api/v1`
}
