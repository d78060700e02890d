import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Bytes that a client may leave unread before its stream is ended: it reconnects and reads everything again. */
const maximumUnread = 256 * 1024

/** Server-Sent Events to one client, in place of a JSON answer. */
export class EventStream {
  readonly content = new PassThrough()
  constructor() {
    this.comment('open')
  }

  /** Called once, when the client has left or the server has ended the stream. */
  onEnd(action: () => void): void {
    this.content.once('close', action)
  }

  send(event: string, payload: unknown): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`)
  }

  /** Keeps proxies and clients from taking the connection for dead. */
  comment(text: string): void {
    this.#write(`: ${text}\n\n`)
  }

  end(): void {
    this.content.end()
  }

  #write(text: string): void {
    if (this.content.writableEnded || this.content.destroyed) return
    if (this.content.writableLength + this.content.readableLength > maximumUnread) this.content.destroy()
    else this.content.write(text)
  }
}

export function sendEvents(reply: FastifyReply, stream: EventStream): void {
  reply
    .code(200)
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // nginx would collect the events in its buffer.
      'x-accel-buffering': 'no',
    })
    .send(stream.content)
}
