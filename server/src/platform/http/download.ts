import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { found } from '../refusal.ts'

/** Lets a download that broke off go on: another part of the same bytes (RFC 9110, 14). */
interface Parts {
  /** Names these bytes: another content has another one. */
  etag: string
  read(start: number, end: number): Promise<Readable | null>
}

interface File {
  fileName: string
  type: string
  /** In bytes; null when it is not known before the content has been read. */
  size: number | null
  content: Readable
  parts?: Parts
}

/** A file download instead of a JSON answer. */
export class Download {
  readonly file: File
  constructor(file: File) {
    this.file = file
  }

  /** A file that is held whole. */
  static of(fileName: string, type: string, bytes: Uint8Array): Download {
    return new Download({ fileName, type, size: bytes.length, content: Readable.from([bytes]) })
  }
}

export async function sendDownload(reply: FastifyReply, { file }: Download): Promise<void> {
  const { fileName, type, size, content, parts } = file
  reply.headers({
    'content-type': type,
    'content-disposition': attachment(fileName),
    'x-content-type-options': 'nosniff',
  })
  if (size === null || parts === undefined) {
    reply
      .code(200)
      .headers(size === null ? {} : { 'content-length': size })
      .send(content)
    return
  }
  const etag = `"${parts.etag}"`
  reply.headers({ 'accept-ranges': 'bytes', etag })
  const { range, 'if-range': ifRange } = reply.request.headers
  const part = ifRange === undefined || ifRange === etag ? partOf(range, size) : 'whole'
  if (part === 'whole') {
    reply.code(200).header('content-length', size).send(content)
    return
  }
  content.destroy()
  if (part === 'none') {
    reply.code(416).header('content-range', `bytes */${size}`).send(Readable.from([]))
    return
  }
  const { start, end } = part
  const bytes = found(await parts.read(start, end))
  reply
    .code(206)
    .headers({ 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 })
    .send(bytes)
}

/** What of the bytes a Range header asks for. One that is no single range of bytes is ignored, as it may be. */
function partOf(range: string | undefined, size: number): { start: number; end: number } | 'whole' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return 'whole'
  return start > end ? 'none' : { start, end }
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
