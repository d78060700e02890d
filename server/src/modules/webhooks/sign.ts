import { createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

const mark = 'whsec_'

/** A secret as Standard Webhooks writes it: 256 random bits. */
export const newSecret = (): string => mark + randomBytes(32).toString('base64')

/** The key that seals the secrets of webhooks. */
export const webhookSecret = (secrets: Secrets): Buffer => secrets('webhook secret')

/** A secret that was changed, and the second since 1970 until which it signs as well. */
export interface FormerSecret {
  secret: string
  until: number
}

/** Former secrets as one text, to be sealed; and back. */
export const textOfFormer = (former: FormerSecret[]): string =>
  former.map(({ secret, until }) => `${secret}:${until}`).join(' ')
export const formerOf = (text: string): FormerSecret[] =>
  text.split(' ').map((each) => {
    const [secret = '', until] = each.split(':')
    return { secret, until: Number(until) }
  })

/** The header `webhook-id` of a delivery: the same at each try and replay. */
export const messageIdOf = (deliveryId: string): string => `msg_${deliveryId.replaceAll('-', '')}`

/**
 * The headers of Standard Webhooks: id, time in seconds since 1970, and an HMAC-SHA-256 of both and the body by each secret.
 */
export function signedHeaders(secrets: readonly string[], id: string, seconds: number, body: string) {
  const signed = `${id}.${seconds}.${body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(mark.length), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}
