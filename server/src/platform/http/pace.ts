import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

export interface Pace {
  /** A body has this many milliseconds, and again as many each time enough of it has arrived in that time. */
  patience: number
  /** The minimum pace in bytes per second. */
  bytesPerSecond: number
  /** How often all incoming bodies are checked, in milliseconds. */
  every: number
}

interface Receiving {
  response: ServerResponse
  since: number
  bytes: number
}

/**
 * Ends requests whose body arrives too slowly (threats W11). Node limits only the duration of the whole request: a
 * limit short enough against slow clients would refuse a file of 20 MB over an ordinary line, so this checks the pace.
 */
export function keepPace(app: FastifyInstance, { patience, bytesPerSecond, every }: Pace): void {
  const receiving = new Map<IncomingMessage, Receiving>()

  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { raw } = request
    // An injected request has no real socket, and its body is there already.
    if (typeof raw.socket.bytesRead !== 'number') return done()
    if (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined)
      receiving.set(raw, { response: reply.raw, since: performance.now(), bytes: raw.socket.bytesRead })
    done()
  })

  // Most bodies have come with their headers, and are forgotten before the next look.
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    if (raw.complete) receiving.delete(raw)
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
