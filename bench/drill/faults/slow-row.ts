import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openStage, type Stage } from '../stage.ts'
import { type Fault, onStage, times } from './fault.ts'

const heldMilliseconds = 9_000
const blockedCalls = 12
/** A 503 answer must arrive within this time. Milliseconds. */
const longestWait = 5_000
/**
 * Other tenants may become slower by this factor. A minimum applies, because normal times are only a few
 * milliseconds.
 */
const factor = 2
const floorMilliseconds = 50

interface Blocked {
  status: number
  milliseconds: number
  hasRetryAfter: boolean
}

/** Requests a page of another tenant's orders repeatedly until `until` is true; returns the times in milliseconds. */
async function probe(stage: Stage, headers: Record<string, string>, until: () => boolean): Promise<number[]> {
  const taken: number[] = []
  while (!until()) {
    const begun = performance.now()
    const response = await fetch(`${stage.servers[0]?.url}/api/v1/orders/search`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ limit: 20 }),
    })
    await response.arrayBuffer()
    taken.push(performance.now() - begun)
    await sleep(20)
  }
  return taken.sort((a, b) => a - b)
}

const quantile = (sorted: number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
const during = (milliseconds: number) => {
  const end = performance.now() + milliseconds
  return () => performance.now() > end
}

/** Holds the lock that a statement takes while `work` runs. */
async function holding<T>(stage: Stage, statement: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: stage.adminUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    return await work()
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

async function approve(stage: Stage, orderId: string, headers: Record<string, string>): Promise<Blocked> {
  const begun = performance.now()
  const response = await fetch(`${stage.servers[0]?.url}/api/v1/orders/${orderId}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ status: 'approved' }),
  })
  await response.arrayBuffer()
  return {
    status: response.status,
    milliseconds: performance.now() - begun,
    hasRetryAfter: response.headers.has('retry-after'),
  }
}

async function order(stage: Stage): Promise<string> {
  const items = [{ productId: stage.products['EDGE-1Y']?.productId, quantity: 1, price: 100 }]
  const response = await fetch(`${stage.servers[0]?.url}/api/v1/orders`, {
    method: 'POST',
    headers: await stage.headersOf('nordico'),
    body: JSON.stringify({ items }),
  })
  return ((await response.json()) as { id: string }).id
}

export const slowRow: Fault = {
  name: 'slow-row',
  what: `one order locked for ${heldMilliseconds / 1000} s with ${blockedCalls} calls on it, while another tenant reads its orders`,
  run: (extent) =>
    onStage(openStage, { servers: 1 }, async (stage) => {
      const [vendor, canary] = await Promise.all([stage.headersOf('vendor'), stage.headersOf('canary')])
      const orderId = await order(stage)
      await probe(stage, canary, during(1_000))
      const usual = await probe(stage, canary, during(3_000))
      const figures: string[] = []
      const faults: string[] = []
      for (let round = 0; round < times(extent, [1, 1, 3]); round++) {
        const [calls, held] = await holding(
          stage,
          `select from orders where order_id = '${orderId}' for update`,
          async () => {
            const calling = Promise.all(Array.from({ length: blockedCalls }, () => approve(stage, orderId, vendor)))
            const taken = await probe(stage, canary, during(heldMilliseconds))
            return [await calling, taken] as const
          },
        )
        const refused = calls.filter(({ status }) => status === 503)
        const longest = Math.max(...calls.map(({ milliseconds }) => milliseconds))
        figures.push(
          `blocked calls: ${refused.length} of ${calls.length} answered 503, longest ${Math.round(longest)} ms`,
          `the other tenant's list: median ${quantile(usual, 0.5).toFixed(1)} → ${quantile(held, 0.5).toFixed(1)} ms, 95 % ${quantile(usual, 0.95).toFixed(1)} → ${quantile(held, 0.95).toFixed(1)} ms, longest ${quantile(held, 1).toFixed(0)} ms`,
        )
        if (refused.length !== calls.length)
          faults.push(`${calls.length - refused.length} blocked calls were answered otherwise than 503`)
        if (longest > longestWait) faults.push(`a blocked call was answered after ${Math.round(longest)} ms`)
        if (refused.some(({ hasRetryAfter }) => !hasRetryAfter)) faults.push('an answer 503 without Retry-After')
        if (quantile(held, 0.95) > Math.max(floorMilliseconds, factor * quantile(usual, 0.95)))
          faults.push("another tenant's list became more than twice as slow")
      }
      return { figures, faults }
    }),
  control: () =>
    onStage(openStage, { servers: 1 }, async (stage) => {
      const canary = await stage.headersOf('canary')
      const usual = await probe(stage, canary, during(1_000))
      const held = await holding(stage, 'lock table orders in access exclusive mode', () =>
        probe(stage, canary, during(1_000)),
      )
      const isSlower = quantile(held, 1) > Math.max(floorMilliseconds, factor * quantile(usual, 0.95))
      return {
        what: 'the whole table is locked, which no server can help',
        found: isSlower ? [`a list after ${Math.round(quantile(held, 1))} ms`] : [],
      }
    }),
}
