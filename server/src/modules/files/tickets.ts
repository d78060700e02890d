import { timingSafeEqual } from 'node:crypto'
import { keyedHash, type Secrets } from '../../platform/secrets.ts'

/** What a signed URL allows: one step with one file. */
export interface Ticket {
  kind: 'upload' | 'download'
  tenantId: string
  fileId: string
  /** The order through which the file is read. */
  orderId?: string
  /** Seconds since 1970. Only of downloads: an upload has its end in the database. */
  ends?: number
}

export interface Tickets {
  /** The token of a URL. */
  sign(ticket: Ticket): string
  /** Null for a token that was not signed here. */
  read(token: string): Ticket | null
}

/** Signs the URLs of content with HMAC-SHA-256 and a secret of the installation (threats F5, F7). */
export function openTickets(secrets: Secrets): Tickets {
  const secret = secrets('signed URLs of files')
  return {
    sign(ticket) {
      const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url')
      return `${payload}.${keyedHash(secret, payload)}`
    },
    read(token) {
      const [payload = '', signature = ''] = token.split('.')
      const expected = Buffer.from(keyedHash(secret, payload))
      const given = Buffer.from(signature)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Ticket
    },
  }
}
