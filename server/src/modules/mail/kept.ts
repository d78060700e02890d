import { headersOf, type Message } from '../../platform/mail/message.ts'
import type { Brand } from './brand.ts'
import { compose, letterOf } from './compose.ts'
import type { MailRow } from './queries.ts'

/* Mails that are read in the portal instead of a mailbox: in development, and in a sandbox. */

/** The mail as its reader gets it; null when the content has been deleted, or was encrypted with a key that no longer exists. */
export async function written(row: MailRow, brand: Brand, key: Buffer): Promise<Message | null> {
  try {
    const letter = letterOf(row, key)
    return letter && (await compose(row, letter, brand))
  } catch {
    return null
  }
}

export const subjectOf = ({ kind }: MailRow, message: Message | null): string =>
  message?.subject ?? `(${kind}, no longer readable)`

export const headersIn = async (message: Message | null): Promise<Record<string, string>> =>
  message ? headersOf(message) : {}
