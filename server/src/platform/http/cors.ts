import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any origin may read the answer (`Endpoint.anyOrigin`). */
    anyOrigin?: boolean
    /** The answer is a stream of events (`Endpoint.streams`). */
    streams?: boolean
  }
}

/** Headers that a page may send. No `Authorization` and no cookie: such calls have their credential in the body. */
const sentHeaders = 'content-type, x-tenant-code, x-label, x-product'
const readHeaders = 'x-request-id, retry-after'
const daySeconds = 86_400

/** Runs before anything that could refuse, so that a page can read error answers as well. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.routeOptions.config.anyOrigin) return
  reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': readHeaders })
}

/** Answers the preflight request that a browser sends before a call with a JSON body. */
export function answerPreflight(app: FastifyInstance, url: string, methods: string[]): void {
  app.options(url, { config: { anyOrigin: true } }, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': sentHeaders,
        'access-control-max-age': daySeconds,
      })
      .send(),
  )
}
