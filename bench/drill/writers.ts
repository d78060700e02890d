import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from './stage.ts'

/** What the clients were told during a fault. */
export interface Journal {
  /** References of orders whose creation was acknowledged → id in the answer. */
  created: Map<string, string>
  /** Those of them whose approval was acknowledged. */
  approved: Set<string>
  /** References of all orders that were ever sent. */
  sent: Set<string>
  /** Answers that were neither a success nor RQ503, counted by status and code. */
  unexpected: Map<string, number>
  refused503: number
  /** RQ503 answers without a Retry-After header. */
  withoutRetryAfter: number
  /** Calls whose connection broke; their outcome is unknown until the retry. */
  cut: number
  /** The longest time between two acknowledgements, in milliseconds. */
  longestPause: number
}

export interface Writing {
  journal: Journal
  /** Waits until this many more orders are acknowledged. */
  atLeast(more: number): Promise<void>
  /** Stops the writers after they have completed the orders that they have begun. */
  stop(): Promise<Journal>
}

interface Options {
  writers?: number
  /** False for the negative control: without a key, a retry after a broken connection may create a second order. */
  withKey?: boolean
  /** URL of a balancer, which chooses the server instead of the client. */
  through?: string
}

/** How long a call is retried. Milliseconds. */
const timeoutMilliseconds = 120_000

/**
 * Clients that each create purchases as the distributor and approve them as the vendor, on any server, and
 * retry broken calls.
 */
export async function startWriters(
  stage: Stage,
  { writers = 4, withKey = true, through }: Options = {},
): Promise<Writing> {
  const [buyer, vendor] = await Promise.all([stage.headersOf('nordico'), stage.headersOf('vendor')])
  const item = { productId: stage.products['EDGE-1Y']?.productId, quantity: 1, price: 100 }
  const journal: Journal = {
    created: new Map(),
    approved: new Set(),
    sent: new Set(),
    unexpected: new Map(),
    refused503: 0,
    withoutRetryAfter: 0,
    cut: 0,
    longestPause: 0,
  }
  let going = true
  let last = performance.now()
  const acknowledged = () => {
    const now = performance.now()
    journal.longestPause = Math.max(journal.longestPause, now - last)
    last = now
  }

  /** Retries until there is a final answer: a success, or an error that a retry does not change. */
  const settle = async (method: string, path: string, body: object, headers: Record<string, string>, key?: string) => {
    const until = performance.now() + timeoutMilliseconds
    for (let attempt = 0; performance.now() < until; attempt++) {
      const server = stage.servers[(attempt + Math.floor(Math.random() * 2)) % stage.servers.length]
      try {
        const response = await fetch(`${through ?? server?.url}/api/v1${path}`, {
          method,
          headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(20_000),
        })
        const answer = (await response.json()) as { id?: string; code?: string; status?: unknown }
        if (response.ok) return answer
        if (response.status === 503) {
          journal.refused503 += 1
          if (!response.headers.has('retry-after')) journal.withoutRetryAfter += 1
        } else {
          // The approval whose connection broke had succeeded, so the order is already approved.
          if (answer.code === 'OC522' && attempt > 0) return answer
          const what = `${response.status} ${answer.code}`
          journal.unexpected.set(what, (journal.unexpected.get(what) ?? 0) + 1)
          return undefined
        }
      } catch {
        journal.cut += 1
      }
      await sleep(30 + Math.random() * 50)
    }
    throw new Error(`${method} ${path} was not settled within ${timeoutMilliseconds / 1000} s`)
  }

  const writeOne = async () => {
    const orderRefCode = randomUUID()
    journal.sent.add(orderRefCode)
    const key = withKey ? orderRefCode : undefined
    const order = await settle('POST', '/orders', { orderRefCode, items: [item] }, buyer, key)
    if (order?.id === undefined) return
    journal.created.set(orderRefCode, order.id)
    acknowledged()
    const change = await settle('PUT', `/orders/${order.id}`, { status: 'approved' }, vendor)
    if (change !== undefined) journal.approved.add(orderRefCode)
    acknowledged()
  }
  const running = Array.from({ length: writers }, async () => {
    while (going) await writeOne()
  })
  const failed = Promise.all(running)
  failed.catch(() => undefined)

  return {
    journal,
    async atLeast(more) {
      const wanted = journal.created.size + more
      while (journal.created.size < wanted) await Promise.race([sleep(20), failed])
    },
    async stop() {
      going = false
      await failed
      return journal
    },
  }
}
