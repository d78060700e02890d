import type { createTransport } from 'nodemailer'
import { traced } from '../tracing/tracing.ts'
import { composed, type Message } from './message.ts'

type Transport = ReturnType<typeof createTransport>

export interface Smtp {
  /** Resolves once the server has accepted the message; throws an SmtpFailure. */
  send(message: Message): Promise<void>
  /** Connects and signs in without sending anything; throws an SmtpFailure. */
  verify(): Promise<void>
}

/**
 * Why a message was not sent. `refused`: permanent, this message. `later`: temporary, this message. `away`: the server
 * is unusable, so other messages need not be tried now.
 */
export class SmtpFailure extends Error {
  readonly kind: 'refused' | 'later' | 'away'

  constructor(kind: SmtpFailure['kind'], reason: string) {
    super(reason)
    this.kind = kind
  }
}

/** Timeouts in milliseconds. `whole` limits one message, also when the server stays silent. */
const patience = { connect: 8_000, greeting: 8_000, socket: 15_000, whole: 40_000 }
export type Patience = typeof patience

export interface SmtpOptions {
  /** The name sent in EHLO. */
  hostname: string
  patience?: Partial<Patience>
}

/**
 * A server at `smtp://[user:password@]host[:port]` (with STARTTLS if offered) or `smtps://…`. Opens one connection per
 * message: messages are few, and a restart of the server needs no special handling.
 */
export function openSmtp(url: string, { hostname, patience: given }: SmtpOptions): Smtp {
  const limits = { ...patience, ...given }
  const connected = async (work: (transport: Transport) => Promise<unknown>): Promise<void> => {
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
      await work(transport)
    } catch (error) {
      throw failureOf(error)
    } finally {
      transport.close()
    }
  }
  return {
    send: (message) =>
      traced('send a mail', { kind: 'client', attributes: { 'server.address': new URL(url).hostname } }, () =>
        connected((transport) =>
          transport.sendMail({ ...composed(message), signal: AbortSignal.timeout(limits.whole) }),
        ),
      ),
    verify: () => connected((transport) => transport.verify()),
  }
}

/**
 * A password is sent over the network only to a server with a verified certificate. Without a password, unverified
 * encryption is accepted, because it is better than none.
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

/** Only the codes of the server's answer are kept: its text may quote addresses or the message. */
function failureOf(error: unknown): SmtpFailure {
  const { code = 'EUNKNOWN', command, responseCode, response } = error as MailError
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const reason = [command, responseCode ?? code, enhanced].filter((part) => part !== undefined).join(' ')
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  if (responseCode === undefined || responseCode === 421 || code === 'EAUTH') return new SmtpFailure('away', reason)
  if (isAboutMessage && responseCode >= 500) return new SmtpFailure('refused', reason)
  return new SmtpFailure('later', reason)
}
