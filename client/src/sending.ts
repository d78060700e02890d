import type { Problem } from './api.gen.ts'
import { creates, files, reads } from './api.gen.ts'
import { PortalRefusal, PortalUnreachable } from './refusal.ts'

/** The part of `fetch` that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface Sent {
  /** Method and path of the call, as in `Calls`. */
  name: string
  url: string
  headers: Record<string, string>
  body: RequestInit['body'] | undefined
  signal: AbortSignal | undefined
}

export interface Patience {
  fetch: Fetch
  timeout: number
  retries: number
  pause: number
  longestWait: number
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

const longestPause = 8_000

/** A create, or a batch of them, has one effect if it is sent twice with one key. */
export const takesKey = (name: string): boolean => creates.has(name)

/** Whether a call may be sent again although its answer was lost and it may have had its effect. */
const isRepeatable = (name: string): boolean => name.startsWith('GET ') || reads.has(name) || takesKey(name)

/** A try that failed, and for how many seconds the portal asks to be left alone. */
interface Failed {
  error: PortalRefusal | PortalUnreachable
  mayRepeat: boolean
  after: number
}

/** An answer that came as a whole. */
interface Whole {
  answer: Response
  body: unknown
}

/**
 * Sends a call until it is answered. It is sent again when the portal asks for patience (429, 503), when it was not reached at
 * all, and, if it only reads or has an idempotency key, also when its answer was lost. Throws PortalRefusal or PortalUnreachable.
 */
export async function send(sent: Sent, patience: Patience): Promise<Whole> {
  for (let tried = 0; ; tried++) {
    const result = await tryOnce(sent, patience)
    if ('answer' in result) return result
    const { error, mayRepeat, after } = result
    if (!mayRepeat || tried >= patience.retries || after > patience.longestWait) throw error
    // Random, so that programs that lost the portal together do not return together.
    const random = Math.random() * Math.min(longestPause, patience.pause * 2 ** tried)
    await patience.wait(after * 1000 + random, sent.signal)
  }
}

async function tryOnce(sent: Sent, { fetch, timeout }: Patience): Promise<Whole | Failed> {
  const { name, url, headers, body, signal } = sent
  const late = AbortSignal.timeout(timeout)
  let answer: Response
  let text: string
  try {
    answer = await fetch(url, {
      method: name.slice(0, name.indexOf(' ')),
      headers,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, late]) : late,
      ...(body !== undefined && { body }),
    })
    if (answer.ok) return { answer, body: await bodyOf(name, answer) }
    text = await answer.text()
  } catch (cause) {
    signal?.throwIfAborted()
    const error = new PortalUnreachable(`No answer from ${url}`, { cause })
    return { error, mayRepeat: isRepeatable(name) || wasNeverSent(cause), after: 0 }
  }
  const after = secondsOf(answer)
  const problem = problemOf(text)
  if (problem !== null) {
    const mayRepeat = problem.code === 'RQ429' || problem.code === 'RQ503'
    return { error: new PortalRefusal(problem, after), mayRepeat, after: after ?? 0 }
  }
  // What comes from a proxy before the portal is no problem in its format.
  const error = new PortalUnreachable(`${url} answered ${answer.status}`)
  const isPassing = [408, 429, 502, 503, 504].includes(answer.status)
  return { error, mayRepeat: isPassing && (isRepeatable(name) || answer.status === 429), after: after ?? 0 }
}

/** JSON, a file, or nothing. Throws for what no portal answers, such as a page of a proxy, or of a network that asks to sign in. */
async function bodyOf(name: string, answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? ''
  if (/^application\/json\b/.test(type)) return answer.json()
  const bytes = await answer.blob()
  if (bytes.size === 0 && !files.has(name)) return undefined
  if (!files.has(name) || /^text\/html\b/.test(type)) throw new TypeError(`${type || 'This'} is no answer of a portal`)
  return bytes
}

/** The connection could not be opened, so the portal has seen nothing. */
const wasNeverSent = (cause: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(String((cause as { cause?: { code?: string } })?.cause?.code))

/** How long `Retry-After` asks to wait: seconds, or until a date (RFC 9110, 10.2.3), which proxies send, by the clock of the answer. */
function secondsOf({ headers }: Response): number | null {
  const text = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const until = timeOf(text)
  return until === null
    ? null
    : Math.max(0, Math.ceil((until - (timeOf(headers.get('date') ?? '') ?? Date.now())) / 1000))
}

/** A date of HTTP in any of its three forms (RFC 9110, 5.6.7), all of which begin with a day and are in GMT. */
function timeOf(text: string): number | null {
  const time = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(`${text.replace(/ GMT$/, '')} GMT`) : Number.NaN
  return Number.isNaN(time) ? null : time
}

function problemOf(text: string): Problem | null {
  try {
    const problem = JSON.parse(text) as Problem | null
    return typeof problem?.code === 'string' ? problem : null
  } catch {
    return null
  }
}
