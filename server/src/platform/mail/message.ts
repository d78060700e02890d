/** An address with the name that is shown for it. */
export interface Mailbox {
  name: string
  address: string
}

export interface Message {
  /** With its angle brackets. */
  id: string
  date: Date
  from: Mailbox
  to: Mailbox
  subject: string
  text: string
  html: string
  /** More headers, by name. */
  headers: Record<string, string>
}

/** One address and nothing else: no list, no name, no control characters. */
const oneAddress = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/

/** Is this a single address that a message can go to? */
export const isAddress = (text: string): boolean => text.length <= 254 && oneAddress.test(text)

/** Text on one line: what would end a header, or turn the direction of the rest around, becomes a space. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** The address of `address` or `Name <address>`; null when there is none. */
export function addressIn(text: string): string | null {
  const address = (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim()
  return isAddress(address) ? address : null
}

/** A message as the mail library takes it. Content is text and never a path or a URL to read from. */
export const composed = (message: Message) => ({
  messageId: message.id,
  date: message.date,
  from: { name: oneLine(message.from.name), address: message.from.address },
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

/** The headers as they go over the wire, unfolded, without those of the parts. */
export async function headersOf(message: Message): Promise<Record<string, string>> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const raw = await new MailComposer(composed(message)).compile().build()
  const head = raw.toString('utf8').split('\r\n\r\n', 1)[0] ?? ''
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
}
