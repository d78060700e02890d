import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginRoot, isTracing, type Span, within } from '../tracing/tracing.ts'
import { statusOf } from './gone.ts'
import { aboutOf, noteAbout } from './log-about.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/** A span for each call under this path, from its headers to the end of its answer; none for streams, which stay open for minutes. */
export function traceRequests(app: FastifyInstance, base: string): void {
  if (!isTracing()) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, config } = request.routeOptions
    if (!url?.startsWith(base) || config.streams) return done()
    const { traceparent } = request.headers
    // The route and not the path, which can be a secret (threats L20).
    const span = beginRoot(`${request.method} ${url}`, {
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': url, 'trellis.request.id': request.id },
      remote: typeof traceparent === 'string' ? traceparent : undefined,
    })
    if (span) {
      spans.set(request, span)
      noteAbout(request, { traceId: span.traceId })
    }
    done()
  })
  // After the body has come, whose pieces are read outside of any span.
  app.addHook('preHandler', (request, _reply, done) => within(spans.get(request), done))
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (span) {
      const status = statusOf(request, reply)
      const { tenantId, userId, code } = aboutOf(request)
      span.set({ 'http.response.status_code': status, 'trellis.tenant.id': tenantId, 'trellis.user.id': userId })
      if (status >= 500) span.fail({ code: code ?? String(status) })
      span.end()
    }
    done()
  })
}
