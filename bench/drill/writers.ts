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
  /** Hears the status of every answer. */
  told?(status: number): void
}

/** How long a call is retried. Milliseconds. */
const timeoutMilliseconds = 120_000

export const emptyJournal = (): Journal => ({
  created: new Map(),
  approved: new Set(),
  sent: new Set(),
  unexpected: new Map(),
  refused503: 0,
  withoutRetryAfter: 0,
  cut: 0,
  longestPause: 0,
})

interface Sending {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  /** Codes that end it without being counted as a fault. */
  known?: readonly string[]
}

interface Settled {
  status: number
  body: { id?: string; code?: string } & Record<string, unknown>
}

/**
 * Sends a call again until there is a final answer: a success, or a refusal that a retry does not change. `urlOf` names the server of each
 * try, and `told` hears of every answer.
 */
export function openCaller(journal: Journal, urlOf: (attempt: number) => string, told?: (status: number) => void) {
  return async ({ method, path, headers = {}, body, known = [] }: Sending): Promise<Settled> => {
    const until = performance.now() + timeoutMilliseconds
    for (let attempt = 0; performance.now() < until; attempt++) {
      try {
        const signal = AbortSignal.timeout(20_000)
        const response = await fetch(`${urlOf(attempt)}${path}`, { method, headers, signal, ...(body && { body }) })
        const text = await response.text()
        told?.(response.status)
        if (response.status === 503) {
          journal.refused503 += 1
          if (!response.headers.has('retry-after')) journal.withoutRetryAfter += 1
        } else {
          const answer = (text === '' ? {} : JSON.parse(text)) as Settled['body']
          // The first try may have been done although its answer was lost.
          const isKnown = response.ok || (known.includes(answer.code ?? '') && attempt > 0)
          if (!isKnown) {
            const what = `${response.status} ${answer.code}`
            journal.unexpected.set(what, (journal.unexpected.get(what) ?? 0) + 1)
          }
          return { status: response.status, body: answer }
        }
      } catch {
        journal.cut += 1
      }
      await sleep(30 + Math.random() * 50)
    }
    throw new Error(`${method} ${path} was not settled within ${timeoutMilliseconds / 1000} s`)
  }
}

/**
 * Clients that each create purchases as the distributor and approve them as the vendor, on any server, and
 * retry broken calls.
 */
export async function startWriters(
  stage: Stage,
  { writers = 4, withKey = true, through, told }: Options = {},
): Promise<Writing> {
  const [buyer, vendor] = await Promise.all([stage.headersOf('nordico'), stage.headersOf('vendor')])
  const item = { productId: stage.products['EDGE-1Y']?.productId, quantity: 1, price: 100 }
  const journal = emptyJournal()
  let going = true
  let last = performance.now()
  const acknowledged = () => {
    const now = performance.now()
    journal.longestPause = Math.max(journal.longestPause, now - last)
    last = now
  }

  const writeOne = async () => {
    const orderRefCode = randomUUID()
    journal.sent.add(orderRefCode)
    const order = await settle({
      method: 'POST',
      path: '/api/v1/orders',
      headers: { ...buyer, ...(withKey && { 'idempotency-key': orderRefCode }) },
      body: JSON.stringify({ orderRefCode, items: [item] }),
    })
    const { id } = order.body
    if (order.status >= 300 || id === undefined) return
    journal.created.set(orderRefCode, id)
    acknowledged()
    // The approval whose connection broke had succeeded, so the order is already approved.
    const known = ['OC522']
    const body = JSON.stringify({ status: 'approved' })
    const change = await settle({ method: 'PUT', path: `/api/v1/orders/${id}`, headers: vendor, body, known })
    if (change.status < 300 || known.includes(change.body.code ?? '')) journal.approved.add(orderRefCode)
    acknowledged()
  }
  const serverOf = (attempt: number) =>
    stage.servers[(attempt + Math.floor(Math.random() * 2)) % stage.servers.length]?.url ?? ''
  const settle = openCaller(journal, (attempt) => through ?? serverOf(attempt), told)
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
