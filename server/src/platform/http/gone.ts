import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What a log line and the metrics say instead of the status of an answer that nobody could get (as nginx does). */
export const goneStatus = 499

const gone = new WeakSet<FastifyRequest>()

/** Whether the client had closed its connection before its answer was ready: no fault of ours, whatever failed then. */
export const isGone = (request: FastifyRequest): boolean => gone.has(request)

export const statusOf = (request: FastifyRequest, reply: FastifyReply): number =>
  isGone(request) ? goneStatus : reply.statusCode

/** Notices clients that leave. A request whose connection has ended before it is looked at is not answered at all. */
export function noticeWhoLeaves(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.destroyed) {
      gone.add(request)
      request.log.info({ method: request.method, route: request.routeOptions.url, status: goneStatus }, 'request')
      reply.hijack()
      return
    }
    reply.raw.once('close', () => {
      if (!reply.raw.writableEnded) gone.add(request)
    })
    done()
  })
}
