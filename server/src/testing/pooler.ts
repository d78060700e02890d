import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'

/** Internals of the driver that the tests need. */
type Backend = pg.Client & { connection: { stream: Socket } }

export interface Pooler {
  /** The URL with the pooler in between. */
  url: string
  /** Ends the connections of all clients, as if their processes had been killed. */
  cut(): void
  close(): Promise<void>
}

/**
 * A connection pooler in transaction mode, like PgBouncer: a client gets a connection of the pool for one transaction.
 * `startup`: how it treats settings in the startup message.
 */
export async function openPooler(url: string, startup: 'refuse' | 'ignore'): Promise<Pooler> {
  const idle: Backend[] = []
  const all: Backend[] = []
  const sockets = new Set<Socket>()
  const borrow = async () => {
    const free = idle.pop()
    if (free) return free
    const backend = new pg.Client(url) as Backend
    backend.on('error', () => undefined)
    await backend.connect()
    // From here on the driver only holds the socket; the clients send and receive the bytes.
    backend.connection.stream.removeAllListeners('data')
    all.push(backend)
    return backend
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    serve(socket, { startup, borrow, giveBack: (backend) => idle.push(backend) })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const changed = new URL(url)
  changed.port = String((server.address() as { port: number }).port)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: changed.href,
    cut,
    async close() {
      cut()
      for (const { connection } of all) connection.stream.destroy()
      server.close()
    },
  }
}

interface Means {
  startup: 'refuse' | 'ignore'
  borrow(): Promise<Backend>
  giveBack(backend: Backend): void
}

function serve(socket: Socket, { startup, borrow, giveBack }: Means): void {
  let greeted = false
  let backend: Promise<Backend> | undefined
  let answers = Buffer.alloc(0)

  const greet = (message: Buffer) => {
    if (message.length < 8) return
    if (message.readInt32BE(4) === 80877103) return socket.write('N')
    const unsupported = /statement_timeout|options/.exec(message.toString('latin1'))
    if (startup === 'refuse' && unsupported) {
      const fields = `SFATAL\0C08P01\0Munsupported startup parameter: ${unsupported[0]}\0\0`
      return socket.end(messageOf('E', Buffer.from(fields)))
    }
    greeted = true
    socket.write(
      Buffer.concat([
        messageOf('R', Buffer.alloc(4)),
        messageOf('K', Buffer.alloc(8, 7)),
        messageOf('Z', Buffer.from('I')),
      ]),
    )
  }
  const lend = async () => {
    const lent = await borrow()
    lent.connection.stream.on('data', (chunk: Buffer) => {
      socket.write(chunk)
      answers = Buffer.concat([answers, chunk])
      while (answers.length >= 5 && answers.length > answers.readInt32BE(1)) {
        const end = 1 + answers.readInt32BE(1)
        const isOver = answers.toString('latin1', 0, 1) === 'Z' && answers.toString('latin1', 5, 6) === 'I'
        answers = answers.subarray(end)
        if (!isOver) continue
        lent.connection.stream.removeAllListeners('data')
        backend = undefined
        giveBack(lent)
      }
    })
    return lent
  }
  socket.on('data', (chunk) => {
    if (!greeted) return void greet(chunk)
    // Terminate ends the client but not the connection of the pool.
    if (chunk[0] === 88) return void socket.end()
    backend ??= lend()
    void backend.then(({ connection }) => connection.stream.write(chunk))
  })
  // The connection goes back to the pool without the transaction that its client abandoned, but with all else of the session.
  socket.on('close', () => void backend?.then(({ connection }) => connection.stream.write(rollback)))
}

const rollback = messageOf('Q', Buffer.from('rollback\0'))

function messageOf(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
