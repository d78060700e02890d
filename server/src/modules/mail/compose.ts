import type { Message } from '../../platform/mail/message.ts'
import { type Secrets, unseal } from '../../platform/secrets.ts'
import type { Brand } from './brand.ts'
import type { Letter } from './letters.ts'
import type { MailRow } from './queries.ts'

/** What the texts of mails are sealed with. */
export const mailSecret = (secrets: Secrets) => secrets('mail')

/** The letter that was sealed in the row; null when it has been forgotten. Throws when it was sealed with another key. */
export function letterOf(row: MailRow, key: Buffer): Letter | null {
  if (row.contentSealed === null) return null
  return { kind: row.kind, values: JSON.parse(unseal(key, row.contentSealed)) } as Letter
}

/** The mail as it goes out. What draws it is loaded with the first one: a portal may run for days without any. */
export async function compose(row: MailRow, letter: Letter, brand: Brand): Promise<Message> {
  const { renderLetter } = await import('./render.tsx')
  const { subject, text, html } = await renderLetter(letter, { name: row.recipientName, ...row }, brand)
  return {
    id: row.messageId,
    date: row.createdAt,
    from: brand.sender,
    to: { name: row.recipientName, address: row.recipient },
    subject,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': row.languageCode,
    },
  }
}
