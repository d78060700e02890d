import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from './stage.ts'

/** What is watched: each is something that a person or another system notices when it is away. */
export type Watched = 'screen' | 'list' | 'stream' | 'webhook'

interface Answer {
  what: Watched
  at: number
  good: boolean
}

export interface Watch {
  /** Milliseconds after `moment` until the first good one of its kind that came after `since`; undefined while there is none. */
  backAfter(what: Watched, moment: number, since: number): number | undefined
  /** How many answers there were between two moments, and how many of them were good. */
  between(what: Watched, from: number, to: number): { all: number; good: number }
  /** Answers of a 5xx that did not come from a portal: pages of the balancer. */
  bare: number
  end(): Promise<void>
}

/** A receiver of webhooks; started before the portal, which must be told its host. */
export interface Receiver {
  host: string
  received: number[]
  close(): void
}

export async function startReceiver(): Promise<Receiver> {
  const received: number[] = []
  const server = createServer((request, response) => {
    request.resume()
    received.push(performance.now())
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Looks through a balancer at a screen and a list, follows a live stream, and has the events of orders sent to a receiver. */
export async function startWatch(stage: Stage, through: string, receiver: Receiver): Promise<Watch> {
  const headers = await stage.headersOf('vendor')
  const answers: Answer[] = []
  let going = true
  const note = (what: Watched, good: boolean) => void answers.push({ what, at: performance.now(), good })
  const watch = { bare: 0 }

  const hook = await fetch(`${through}/api/v1/webhooks`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      url: `http://${receiver.host}/`,
      types: ['order.created'],
      parentAccountId: stage.people.vendor.accountId,
    }),
  })
  if (!hook.ok) throw new Error(`The webhook was refused: ${await hook.text()}`)

  const look = async (what: Watched, path: string, init: RequestInit) => {
    while (going) {
      try {
        const response = await fetch(`${through}${path}`, { ...init, signal: AbortSignal.timeout(10_000) })
        const text = await response.text()
        if (response.status >= 500 && !text.startsWith('{"type":"urn:trellis')) watch.bare += 1
        note(what, response.ok)
      } catch {
        note(what, false)
      }
      await sleep(100)
    }
  }
  const streaming = new AbortController()
  const follow = async () => {
    while (going) {
      try {
        const response = await fetch(`${through}/api/v1/live`, { headers, signal: streaming.signal })
        if (response.ok && response.body)
          for await (const chunk of response.body)
            if (new TextDecoder().decode(chunk).includes('event: changed')) note('stream', true)
      } catch {
        // Opened again, as a browser does.
      }
      await sleep(500)
    }
  }
  const list = { method: 'POST', headers, body: JSON.stringify({ limit: 20 }) }
  const running = [look('screen', '/', {}), look('list', '/api/v1/orders/sell-out/search', list), follow()]
  const of = (what: Watched): Answer[] =>
    what === 'webhook'
      ? receiver.received.map((at) => ({ what, at, good: true }))
      : answers.filter((each) => each.what === what)
  return {
    backAfter(what, moment, since) {
      const first = of(what).find(({ at, good }) => good && at > since)
      return first && first.at - moment
    },
    between(what, from, to) {
      const those = of(what).filter(({ at }) => at >= from && at <= to)
      return { all: those.length, good: those.filter(({ good }) => good).length }
    },
    get bare() {
      return watch.bare
    },
    async end() {
      going = false
      streaming.abort()
      await Promise.all(running)
    },
  }
}
