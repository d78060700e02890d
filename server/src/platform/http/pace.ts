import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

export interface Pace {
  /** A body has that long, in milliseconds, and again as long each time it brought enough in it. */
  patience: number
  /** What is enough: bytes a second. */
  bytesPerSecond: number
  /** How often all bodies under way are looked at, in milliseconds. */
  every: number
}

interface Receiving {
  response: ServerResponse
  since: number
  bytes: number
}

/**
 * Ends requests whose body trickles in (threats W11). Node's own limit is on the whole request: short enough against
 * trickling it would refuse a file of 20 MB over an ordinary line, so here the pace counts.
 */
export function keepPace(app: FastifyInstance, { patience, bytesPerSecond, every }: Pace): void {
  const receiving = new Map<IncomingMessage, Receiving>()

  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { raw } = request
    if (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined)
      receiving.set(raw, { response: reply.raw, since: performance.now(), bytes: raw.socket.bytesRead })
    done()
  })

  function look(): void {
    const now = performance.now()
    for (const [request, state] of receiving) {
      const { bytesRead } = request.socket
      if (request.complete || request.readableEnded || request.destroyed) receiving.delete(request)
      else if (now - state.since < patience) continue
      else if (bytesRead - state.bytes >= (bytesPerSecond * patience) / 1000) {
        state.since = now
        state.bytes = bytesRead
      } else cut(request, state.response)
    }
  }
  const timer = setInterval(look, every)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

function cut({ socket }: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  socket.end(() => socket.destroy())
}
