import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from './stage.ts'

/** What clients were told and what they saw, while a fault went on. */
export interface Journal {
  /** References of the orders whose creation was acknowledged, with the id in the answer. */
  created: Map<string, string>
  /** Of these, the ones whose approval was acknowledged. */
  approved: Set<string>
  /** Everything that was ever sent. */
  sent: Set<string>
  /** Answers that were neither a success nor RQ503, by status and code. */
  unexpected: Map<string, number>
  refused503: number
  /** RQ503 answers without a Retry-After. */
  withoutRetryAfter: number
  /** Calls whose connection broke: the outcome is unknown until the retry. */
  cut: number
  /** The longest time between two acknowledgements, in milliseconds. */
  longestPause: number
}

export interface Writing {
  journal: Journal
  /** Waits until this many more orders were acknowledged. */
  atLeast(more: number): Promise<void>
  /** Ends the writers once every order that they have begun is settled. */
  stop(): Promise<Journal>
}

interface Options {
  writers?: number
  /** Without a key a retry after a cut connection may double: the negative control. */
  withKey?: boolean
}

/** A call that is repeated until it is settled, at most for so long. */
const patience = 120_000

/** Clients that each purchase as the distributor and approve as the vendor, on any server, and retry what was cut off. */
export async function startWriters(stage: Stage, { writers = 4, withKey = true }: Options = {}): Promise<Writing> {
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

  /** Sends until an answer settles it: a success, or a refusal that a retry does not change. */
  const settle = async (method: string, path: string, body: object, headers: Record<string, string>, key?: string) => {
    const until = performance.now() + patience
    for (let attempt = 0; performance.now() < until; attempt++) {
      const server = stage.servers[(attempt + Math.floor(Math.random() * 2)) % stage.servers.length]
      try {
        const response = await fetch(`${server?.url}/api/v1${path}`, {
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
          // The approval that was cut off had happened: the order is approved already.
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
    throw new Error(`${method} ${path} was not settled within ${patience / 1000} s`)
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
