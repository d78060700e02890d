import type { Message } from '../../platform/mail/message.ts'
import { type Secrets, unseal } from '../../platform/secrets.ts'
import type { Brand } from './brand.ts'
import type { Letter } from './letters.ts'
import type { MailRow } from './queries.ts'

/** The key that encrypts the content of mails. */
export const mailSecret = (secrets: Secrets) => secrets('mail')

/**
 * The decrypted letter of the row; null when its content has been deleted. Throws when it was encrypted with another key.
 */
export function letterOf(row: MailRow, key: Buffer): Letter | null {
  if (row.contentSealed === null) return null
  return { kind: row.kind, values: JSON.parse(unseal(key, row.contentSealed)) } as Letter
}

/**
 * The mail as it is sent. The renderer is imported when the first mail is composed, because it is large and a server may
 * run for days without sending any.
 */
export async function compose(row: MailRow, letter: Letter, brand: Brand): Promise<Message> {
  const { renderLetter } = await import('./render.tsx')
  const { subject, text, html, settings } = await renderLetter(letter, { name: row.recipientName, ...row }, brand)
  return {
    id: row.messageId,
    date: row.createdAt,
    from: brand.sender,
    replyTo: brand.replyTo,
    to: { name: row.recipientName, address: row.recipient },
    subject,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': row.languageCode,
      // Mail programs offer it beside the sender, and take what is unwanted for spam where it is missing (RFC 2369).
      ...(settings !== null && { 'List-Unsubscribe': `<${settings}>` }),
    },
  }
}
