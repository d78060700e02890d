import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as the server received it. */
export interface Received {
  from: string
  to: string[]
  raw: string
  headers: Record<string, string>
  text: string
  html: string
}

export interface Mailbox {
  url: string
  port: number
  received: Received[]
  /** The next messages get these failures, one each; later ones are accepted. */
  misbehave(...ways: Way[]): void
  close(): Promise<void>
}

/**
 * Refuses the recipient with a code, the connection with 421, or the message with a code; `cut` accepts the message and
 * closes the connection without an answer.
 */
export type Way = { recipient: number } | { message: number } | 'busy' | 'cut'

/** A real SMTP server on loopback. */
export async function startSmtp({
  port = 0,
  ...options
}: SMTPServerOptions & { port?: number } = {}): Promise<Mailbox> {
  const received: Received[] = []
  const ways: Way[] = []
  const failing = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onConnect(_session, done) {
      if (ways[0] === 'busy') done(failing(421, 'Try again later'))
      else done()
    },
    onRcptTo(address, _session, done) {
      const way = ways[0]
      if (typeof way === 'object' && 'recipient' in way) done(failing(way.recipient, `No such user ${address.address}`))
      else done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const way = ways[0]
        if (typeof way === 'object' && 'message' in way) return done(failing(way.message, 'I do not like it'))
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({ from, to: rcptTo.map(({ address }) => address), ...parsed(Buffer.concat(chunks)) })
        if (way === 'cut')
          for (const connection of server.connections) (connection as unknown as Wire)._socket.destroy()
        else done()
      })
    },
    onClose() {
      ways.shift()
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const own = (server.server.address() as AddressInfo).port
  return {
    url: `smtp://127.0.0.1:${own}`,
    port: own,
    received,
    misbehave: (...more) => void ways.push(...more),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

interface Wire {
  _socket: Socket
}

/** A server that accepts connections and never sends anything. */
export async function startSilence(): Promise<{ url: string; connections(): number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function parsed(message: Buffer): Pick<Received, 'raw' | 'headers' | 'text' | 'html'> {
  const raw = message.toString('utf8')
  const { headers, body } = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['Content-Type'] ?? '')?.[1] ?? ''
  const parts = body.split(`--${boundary}`).map((part) => split(part.replace(/^\r\n/, '')))
  const partOf = (type: string) => parts.find((part) => part.headers['Content-Type']?.startsWith(type))
  return { raw, headers, text: decoded(partOf('text/plain')?.body), html: decoded(partOf('text/html')?.body) }
}

function split(part: string): { headers: Record<string, string>; body: string } {
  const end = part.indexOf('\r\n\r\n')
  const lines = part
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ')
    return [name, value.join(': ')]
  })
  return { headers: Object.fromEntries(headers), body: part.slice(end + 4) }
}

/** Quoted-printable (RFC 2045, 6.7). */
function decoded(text = ''): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
