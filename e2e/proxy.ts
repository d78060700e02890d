import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  baseURL: string
  /** Passes only `bytes` more of each connection to the server. */
  hold(bytes: number): void
  /**
   * Breaks the connections that are held and passes everything of the others again, except uploads: a browser sends one anew by
   * itself when a connection that it had used before breaks.
   */
  cut(): void
  /** Passes uploads again. */
  mend(): void
  stop(): Promise<void>
}

/** A network between browser and product that can break a connection in the middle of a request. */
export async function startProxy({ baseURL }: { baseURL: string }): Promise<Proxy> {
  const { port, hostname } = new URL(baseURL)
  const open = new Set<Socket>()
  const held = new Set<Socket>()
  const passed = new Map<Socket, number>()
  let most = Number.POSITIVE_INFINITY
  let isBroken = false
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    client.on('data', (bytes) => {
      if (isBroken && bytes.subarray(0, 4).toString() === 'PUT ') return void client.resetAndDestroy()
      const total = (passed.get(client) ?? 0) + bytes.length
      passed.set(client, total)
      upstream.write(bytes)
      if (total < most) return
      held.add(client)
      client.pause()
    })
    upstream.pipe(client)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        other.destroy()
        open.delete(client)
        held.delete(client)
        passed.delete(client)
      })
    }
    open.add(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseURL: `http://localhost:${(server.address() as AddressInfo).port}`,
    hold: (bytes) => {
      passed.clear()
      most = bytes
    },
    cut: () => {
      most = Number.POSITIVE_INFINITY
      isBroken = true
      for (const client of held) client.resetAndDestroy()
    },
    mend: () => {
      isBroken = false
    },
    stop: () =>
      new Promise((resolve) => {
        for (const client of open) client.destroy()
        server.close(() => resolve())
      }),
  }
}
