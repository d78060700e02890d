import { pathOf } from '@trellis/contract/endpoint'
import { type FileDownload, files } from '@trellis/contract/files'
import type { Config } from '../../platform/config.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { apiBase } from '../../platform/http/server.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findEnd } from './queries.ts'
import { openTickets, type Ticket } from './tickets.ts'

/** Minutes for which a link to a file works. */
const minutesOfLink = 5

interface Linked {
  tenantId: string
  fileId: string
  fileName: string
  fileType: string
  /** The order through which the file is read. */
  orderId?: string
}

export interface FileLinks {
  /** A link to the bytes of a file that the caller was found to be allowed to read. */
  downloadOf(tx: Reader, file: Linked): Promise<FileDownload>
  uploadUrlOf(ticket: Pick<Ticket, 'tenantId' | 'fileId'>): string
  /** Null for a token that was not signed for this. */
  read(kind: Ticket['kind'], token: string): Ticket | null
}

export function openFileLinks(secrets: Secrets, config: Pick<Config, 'publicUrl'>): FileLinks {
  const tickets = openTickets(secrets)
  const urlOf = (endpoint: typeof files.receive | typeof files.send, ticket: Ticket) =>
    `${config.publicUrl}${apiBase}${pathOf(endpoint, undefined, { token: tickets.sign(ticket) })}`
  return {
    async downloadOf(tx, { fileName, fileType, ...place }) {
      const ends = await findEnd(tx, minutesOfLink)
      return { downloadUrl: urlOf(files.send, { kind: 'download', ...place, ends }), fileName, fileType }
    },
    uploadUrlOf: (place) => urlOf(files.receive, { kind: 'upload', ...place }),
    read(kind, token) {
      const ticket = tickets.read(token)
      return ticket?.kind === kind ? ticket : null
    },
  }
}
