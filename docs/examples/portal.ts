// What the examples have in common: a call with the API key of the environment (PORTAL, TENANT, KEY).
import { setTimeout as wait } from 'node:timers/promises'

const { PORTAL, TENANT, KEY } = process.env
if (!PORTAL || !TENANT || !KEY) throw new Error('PORTAL, TENANT and KEY are needed')

/** An answer that says no. `code` says why; docs/reference/wire.md has them all. */
export class Refused extends Error {
  readonly code: string
  constructor(call: string, problem: { code: string; detail: string }) {
    super(`${call} was refused: ${problem.code} ${problem.detail}`)
    this.code = problem.code
  }
}

interface More {
  body?: unknown
  /** The version that a change is based on: what somebody else has changed since is not overwritten (RQ412). */
  ifMatch?: string
  /** A name of yours for what is created: sent again, it is created once. */
  once?: string
}

/** The answer, with its version if it has one. Waits and asks again while the portal, or the way to it, is not there. */
export async function call<T>(method: string, path: string, more: More = {}): Promise<{ body: T; version: string }> {
  const headers = {
    authorization: `Bearer ${KEY}`,
    'x-tenant-code': TENANT ?? '',
    ...(more.body !== undefined && { 'content-type': 'application/json' }),
    ...(more.ifMatch !== undefined && { 'if-match': more.ifMatch }),
    ...(more.once !== undefined && { 'idempotency-key': more.once }),
  }
  const request = { method, headers, ...(more.body !== undefined && { body: JSON.stringify(more.body) }) }
  for (let pause = 0.2; ; pause = Math.min(pause * 2, 30)) {
    const answer = await fetch(`${PORTAL}/api/v1${path}`, request).catch(() => null)
    const text = await answer?.text().catch(() => null)
    const isWhole = answer && text != null && (text !== '' || answer.status === 204)
    if (isWhole && answer.status !== 429 && answer.status < 502) {
      const body = text === '' ? null : JSON.parse(text)
      if (!answer.ok) throw new Refused(`${method} ${path}`, body)
      return { body, version: answer.headers.get('etag') ?? '' }
    }
    await wait(1000 * Number(answer?.headers.get('retry-after') ?? pause))
  }
}
