import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file download instead of a JSON answer. */
export class Download {
  readonly fileName: string
  readonly type: string
  /** In bytes; null when it is not known before the content has been read. */
  readonly size: number | null
  readonly content: Readable
  constructor(file: { fileName: string; type: string; size: number | null; content: Readable }) {
    this.fileName = file.fileName
    this.type = file.type
    this.size = file.size
    this.content = file.content
  }
}

export function sendDownload(reply: FastifyReply, { fileName, type, size, content }: Download): FastifyReply {
  return reply
    .code(200)
    .headers({
      'content-type': type,
      ...(size !== null && { 'content-length': size }),
      'content-disposition': attachment(fileName),
      'x-content-type-options': 'nosniff',
    })
    .send(content)
}

/** Content-Disposition (RFC 6266): a file name in ASCII for old clients, and the full one. */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%/]/g, '_')
  const whole = encodeURIComponent(fileName.replace(/[\\/]/g, '_')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
