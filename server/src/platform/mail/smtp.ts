import { composed, type Message } from './message.ts'

export interface Smtp {
  /** Resolves once the server has taken the message; throws an SmtpFailure. */
  send(message: Message): Promise<void>
}

/**
 * Why a message did not leave. `refused`: this message, for good. `later`: this message, for now. `away`: the server
 * cannot be used at all, so no other message needs to be tried right now either.
 */
export class SmtpFailure extends Error {
  readonly kind: 'refused' | 'later' | 'away'

  constructor(kind: SmtpFailure['kind'], reason: string) {
    super(reason)
    this.kind = kind
  }
}

/** Milliseconds. A server that keeps silent costs no more than `whole`. */
const patience = { connect: 8_000, greeting: 8_000, socket: 15_000, whole: 40_000 }
export type Patience = typeof patience

export interface SmtpOptions {
  /** Who we say we are. */
  hostname: string
  patience?: Partial<Patience>
}

/**
 * A server at `smtp://[user:password@]host[:port]` (encrypted where it offers STARTTLS) or `smtps://…`. One connection a
 * message: there are few, and a server that restarts is no special case.
 */
export function openSmtp(url: string, { hostname, patience: given }: SmtpOptions): Smtp {
  const limits = { ...patience, ...given }
  return {
    async send(message) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        url,
        name: hostname,
        connectionTimeout: limits.connect,
        greetingTimeout: limits.greeting,
        dnsTimeout: limits.connect,
        socketTimeout: limits.socket,
        ...encryptionFor(new URL(url)),
      })
      try {
        await transport.sendMail({ ...composed(message), signal: AbortSignal.timeout(limits.whole) })
      } catch (error) {
        throw failureOf(error)
      } finally {
        transport.close()
      }
    },
  }
}

/**
 * A password goes over the network only to a server that has proven who it is. Without one, encryption that anybody could
 * have offered is still better than none, which would be accepted as well.
 */
function encryptionFor({ protocol, username, hostname, searchParams }: URL): {
  requireTLS?: boolean
  tls?: { rejectUnauthorized: boolean }
} {
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  if (protocol === 'smtps:' || searchParams.size > 0) return {}
  if (username !== '' && !isLocal) return { requireTLS: true }
  return { tls: { rejectUnauthorized: false } }
}

interface MailError {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** What the server said is not repeated but for its codes: it may quote addresses, or the message. */
function failureOf(error: unknown): SmtpFailure {
  const { code = 'EUNKNOWN', command, responseCode, response } = error as MailError
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const reason = [command, responseCode ?? code, enhanced].filter((part) => part !== undefined).join(' ')
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  if (responseCode === undefined || responseCode === 421 || code === 'EAUTH') return new SmtpFailure('away', reason)
  if (isAboutMessage && responseCode >= 500) return new SmtpFailure('refused', reason)
  return new SmtpFailure('later', reason)
}
