import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What happens to the connection of requests when a statement of it is sent. */
export type Fault =
  /** The statement fails with this SQLSTATE, as if it had raised it; with 57P01 an administrator ends the connection. */
  | { kind: 'error'; code: string }
  /** The connection ends before the message arrives. */
  | { kind: 'lost before' }
  /** The connection ends after PostgreSQL has done what the message says: its answer is lost. */
  | { kind: 'lost after' }

export interface FaultyWire {
  /** The address with the wire in between. */
  url: string
  /** From now on statements of connections of this pool are counted; the one with this number, from 1, meets the fault. */
  arm(at: number, fault: Fault, pool?: string): void
  /** How many were sent since; no further one meets a fault. */
  disarm(): number
  close(): Promise<void>
}

/**
 * A wire between the server and PostgreSQL that fails at a chosen statement. It counts Execute messages, of which each
 * statement of a batch has one, as have BEGIN, the context and COMMIT; and simple queries.
 */
export async function openFaultyWire(url: string): Promise<FaultyWire> {
  const to = new URL(url)
  const sockets = new Set<Socket>()
  let sent = 0
  let armed: { at: number; fault: Fault; pool: string } | undefined
  const server = createServer((client) => {
    const database = connect(Number(to.port), to.hostname)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    let pool: string | undefined
    let isLost = false
    let rest = Buffer.alloc(0)
    const cut = () => {
      isLost = true
      client.resetAndDestroy()
      database.end()
    }
    database.on('data', (piece) => {
      if (isLost) return
      client.write(piece)
    })
    client.on('data', (piece) => {
      if (pool === undefined) {
        pool = /application_name\0([^\0]*)/.exec(piece.toString('latin1'))?.[1] ?? ''
        return void database.write(piece)
      }
      if (isLost) return
      rest = Buffer.concat([rest, piece])
      const out: Buffer[] = []
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const message = rest.subarray(0, 1 + rest.readInt32BE(1))
        rest = rest.subarray(message.length)
        const type = message.toString('latin1', 0, 1)
        const isCounted = (type === 'E' || type === 'Q') && armed?.pool === pool
        if (isCounted) sent += 1
        if (!isCounted || armed === undefined || sent !== armed.at) {
          out.push(message)
          continue
        }
        const { fault } = armed
        if (fault.kind === 'lost before') return cut()
        if (fault.kind === 'error') {
          out.push(type === 'E' ? raised(fault.code) : messageOf('Q', text(raising(fault.code))))
          continue
        }
        // What comes with it is sent too.
        out.push(message)
        database.removeAllListeners('data')
        database.once('data', cut)
      }
      database.write(Buffer.concat(out))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  to.port = String((server.address() as { port: number }).port)
  const through = to.href
  to.port = new URL(url).port
  return {
    url: through,
    arm(at, fault, pool = 'trellis') {
      sent = 0
      armed = { at, fault, pool }
    },
    disarm() {
      armed = undefined
      return sent
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const raising = (code: string) => {
  const deed =
    code === '57P01'
      ? 'perform pg_terminate_backend(pg_backend_pid())'
      : `raise exception 'planted' using errcode = '${code}'`
  return `do $$ begin ${deed}; end $$`
}
const text = (value: string) => Buffer.from(`${value}\0`)

/** Parse, Bind and Execute of a statement without a name, in place of the Execute of another one. */
const raised = (code: string): Buffer =>
  Buffer.concat([
    messageOf('P', Buffer.concat([text(''), text(raising(code)), Buffer.alloc(2)])),
    messageOf('B', Buffer.concat([text('planted'), text(''), Buffer.alloc(6)])),
    messageOf('E', Buffer.concat([text('planted'), Buffer.alloc(4)])),
  ])

function messageOf(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
