/** An address with its display name. */
export interface Mailbox {
  name: string
  address: string
}

export interface Message {
  /** With angle brackets. */
  id: string
  date: Date
  from: Mailbox
  /** Where answers go, if not to the sender. */
  replyTo: string | null
  to: Mailbox
  subject: string
  text: string
  html: string
  /** Additional headers, by name. */
  headers: Record<string, string>
}

/** Exactly one address: no list, no display name, no control characters. */
const oneAddress = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/

/** Whether the text is a single address that a message can be sent to. */
export const isAddress = (text: string): boolean => text.length <= 254 && oneAddress.test(text)

/** Text on one line: line breaks and characters that change the text direction become spaces. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** The address in `address` or `Name <address>`; null when there is none. */
export function addressIn(text: string): string | null {
  const address = (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim()
  return isAddress(address) ? address : null
}

/** A message for the mail library. Content is always text, never a path or a URL that the library would read. */
export const composed = (message: Message) => ({
  messageId: message.id,
  date: message.date,
  from: { name: oneLine(message.from.name), address: message.from.address },
  ...(message.replyTo !== null && { replyTo: message.replyTo }),
  to: { name: oneLine(message.to.name), address: message.to.address },
  envelope: { from: message.from.address, to: [message.to.address] },
  subject: oneLine(message.subject),
  text: message.text,
  html: message.html,
  textEncoding: 'quoted-printable' as const,
  headers: message.headers,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** The headers as sent, unfolded, without those of MIME parts. */
export async function headersOf(message: Message): Promise<Record<string, string>> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const raw = await new MailComposer(composed(message)).compile().build()
  const head = raw.toString('utf8').split('\r\n\r\n', 1)[0] ?? ''
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
}
