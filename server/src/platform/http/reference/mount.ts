import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { takesGzip } from '../compression.ts'
import { type OpenApi, referencePage } from './page.ts'

/** Serves the page of the API at `/api`. It is made once, when it is first asked for, and kept compressed. */
export function mountReference(http: FastifyInstance, document: () => unknown): void {
  let page: { plain: string; small: Buffer } | undefined
  http.get('/api', async (request, reply) => {
    if (page === undefined) {
      const plain = referencePage(document() as OpenApi)
      page = { plain, small: gzipSync(plain) }
    }
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').type('text/html; charset=utf-8')
    if (!takesGzip(request.headers['accept-encoding'])) return reply.send(page.plain)
    return reply.header('content-encoding', 'gzip').send(page.small)
  })
}
