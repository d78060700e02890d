import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What a client of PostgreSQL says before it ends its connection (Terminate). */
const goodbye = Buffer.from([0x58, 0, 0, 0, 4])

export interface DeafLine {
  url: string
  /** From now on PostgreSQL does not hear that connections end. */
  deafen(): void
  /** The ports by which PostgreSQL knows the connections. */
  ports(): number[]
  /** Connections whose client does not know yet that they have ended. */
  open(): number
  close(): void
}

/** A way to PostgreSQL on which it may not hear that a connection ends, as its process does not while the machine is busy. */
export async function openDeafLine(url: string): Promise<DeafLine> {
  const { port, hostname } = new URL(url)
  let isDeaf = false
  const pairs: { near: Socket; far: Socket }[] = []
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(Number(port), hostname)
    pairs.push({ near, far })
    near.on('data', (bytes) => (isDeaf && bytes.equals(goodbye)) || far.write(bytes))
    near.on('end', () => isDeaf || far.end())
    far.pipe(near)
    for (const socket of [near, far]) socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    deafen() {
      isDeaf = true
    },
    ports: () => pairs.map(({ far }) => far.localPort ?? 0),
    open: () => pairs.filter(({ near }) => !near.closed).length,
    close() {
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy()
      server.close()
    },
  }
}
