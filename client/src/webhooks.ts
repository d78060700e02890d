import type { FeedEvent } from './api.gen.ts'

/** What a webhook sends: an event of the feed, with the moment at which it was sent. */
export type WebhookEvent = Omit<FeedEvent, 'entity'> & {
  /** The kind of record; `webhook` in a test. */
  entity: FeedEvent['entity'] | 'webhook'
  timestamp: string
}

/** What arrived was not sent by who knows the secret, or long ago: answer it with 401. */
export class NotVerified extends Error {
  override readonly name = 'NotVerified'
}

export interface Verification {
  /** The secret of the webhook, `whsec_…`; several while one is replaced. */
  secret: string | readonly string[]
  /** Of the request: `Headers`, or those of `node:http`. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body as it arrived, before it was parsed. */
  body: string | Uint8Array
  /** How many seconds the clocks may differ; 300 by default. */
  toleranceSeconds?: number | undefined
  /** Milliseconds since 1970, for tests. */
  now?: number | undefined
}

const utf8 = new TextEncoder()

/**
 * Verifies a request of a webhook as Standard Webhooks says, and returns its event. Throws NotVerified. The header `webhook-id` is the
 * same each time an event is sent: keep it with what the event changed, and ignore the second one.
 */
export async function verifyWebhook(given: Verification): Promise<WebhookEvent & { messageId: string }> {
  const { secret, body, toleranceSeconds = 300, now = Date.now() } = given
  const [id, sent, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(given.headers, name),
  )
  if (!id || !sent || !signatures) throw new NotVerified('A header of the signature is missing')
  if (!/^\d{1,15}$/.test(sent)) throw new NotVerified('The time of the signature is not a number')
  if (Math.abs(now / 1000 - Number(sent)) > toleranceSeconds)
    throw new NotVerified('The signature is too old, or too new')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = utf8.encode(`${id}.${sent}.${text}`)
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const key = await keyOf(each)
    for (const signature of signatures.split(' '))
      if (await isSignedBy(key, signature, signed)) return { ...(JSON.parse(text) as WebhookEvent), messageId: id }
  }
  throw new NotVerified('No signature fits the secret')
}

function headerOf(headers: Verification['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : found?.[0]
}

type Key = Awaited<ReturnType<typeof keyOf>>

async function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes?.length) throw new TypeError('The secret of a webhook is whsec_ and base64')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** Compares in constant time. */
async function isSignedBy(key: Key, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [version, text] = signature.split(',')
  const bytes = version === 'v1' && text ? bytesOf(text) : null
  return bytes !== null && crypto.subtle.verify('HMAC', key, bytes, signed)
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
