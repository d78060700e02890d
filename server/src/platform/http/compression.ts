import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createGzip, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/*
 * Compresses answers with gzip at its fastest level (decision 072). At that level a page of a list takes a twentieth of a
 * millisecond, a fifth of what starting a stream or a thread for it takes.
 */

/** Smaller answers are sent as they are: they fit in a few packets. */
const smallest = 4 * 1024
/** Larger answers are compressed in another thread, so that other requests do not wait. */
const largestAtOnce = 64 * 1024
/** The fastest level; level 6 makes answers of the API a seventh smaller and takes four times as long. */
const fast = { level: 1 }
/** What the longest of these answers needs: making the tables of larger ones takes a fifth of the time. */
const small = { ...fast, windowBits: 14, memLevel: 7 }
const inThread = promisify<Buffer, { level: number }, Buffer>(gzip)

const isText = (type: unknown) => /^(application\/(problem\+)?json|text\/(html|csv|plain))\b/.test(String(type))

/** Whether the client takes gzip (RFC 9110, 12.5.3): named, or `*`, and not with a weight of zero. */
export function takesGzip(header: string | undefined): boolean {
  if (header === undefined) return false
  const offers = header.split(',').map((offer) => offer.trim().toLowerCase())
  const offer = offers.find((each) => /^(x-)?gzip\b/.test(each)) ?? offers.find((each) => /^\*/.test(each))
  return offer !== undefined && !/;\s*q=0(\.0*)?$/.test(offer)
}

/** Compresses the answers of the app; files that were compressed when they were built keep their encoding. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const size = sizeOf(payload)
    if (size < smallest || request.method === 'HEAD' || !isText(reply.getHeader('content-type'))) return done()
    if (reply.hasHeader('content-encoding')) return done()
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(request.headers['accept-encoding'])) return done()
    reply.header('content-encoding', 'gzip')
    reply.removeHeader('content-length')
    if (typeof payload === 'string' && size <= largestAtOnce) done(null, gzipSync(payload, small))
    else compressed(payload).then((answer) => done(null, answer), done)
  })
}

/** Bytes of the answer, characters of a text; a stream counts as large, nothing as empty. */
const sizeOf = (payload: unknown): number =>
  payload instanceof Readable
    ? Number.POSITIVE_INFINITY
    : typeof payload === 'string' || Buffer.isBuffer(payload)
      ? payload.length
      : 0

async function compressed(payload: unknown): Promise<unknown> {
  if (payload instanceof Readable) {
    // Each part is sent at once: the reader of a large file sees its beginning.
    const zip = createGzip({ ...fast, flush: constants.Z_SYNC_FLUSH })
    // An error ends the connection, so that nobody takes a part of a file for the whole. When the client has gone, the
    // framework destroys the last stream, and that ends the source.
    payload.on('error', (error) => zip.destroy(error))
    zip.on('close', () => payload.destroy())
    return payload.pipe(zip)
  }
  const bytes = Buffer.from(payload as string)
  return bytes.length <= largestAtOnce ? gzipSync(bytes, small) : inThread(bytes, fast)
}
