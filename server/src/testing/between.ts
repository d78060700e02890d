import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Where a call is when something happens to it: asked, in the headers of its answer, in the middle of it, or answered. */
export const moments = ['asked', 'begun', 'half', 'answered'] as const
export type Moment = (typeof moments)[number]

export interface Between {
  url: string
  /** Told of each moment of each call, in their order; `cut` breaks the connection. */
  at: (moment: Moment) => 'cut' | undefined
  close(): Promise<void>
}

/** A way to a port on which every moment of a call is known, for clients that open a connection for each call. */
export async function openBetween(port: number): Promise<Between> {
  const sockets = new Set<Socket>()
  const between: Between = { url: '', at: () => undefined, close }
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.once('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
      // Whoever is killed breaks the connection; the other side is told by the end of it.
      socket.on('error', () => undefined)
    }
    near.once('data', () => {
      if (between.at('asked') === 'cut') near.destroy()
    })
    near.pipe(far)
    far.once('data', (chunk: Buffer) => {
      far.pause()
      const [begun, middle] = [60, Math.ceil(chunk.length / 2)]
      near.write(chunk.subarray(0, begun), () => {
        if (between.at('begun') === 'cut') return void near.destroy()
        near.write(chunk.subarray(begun, middle), () => {
          if (between.at('half') === 'cut') return void near.destroy()
          near.write(chunk.subarray(middle))
          far.pipe(near)
        })
      })
    })
    far.once('end', () => between.at('answered'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  between.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return between

  async function close() {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
}
