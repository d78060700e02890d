import type { KeptMail } from '@trellis/contract/sandbox'
import type { Reader } from '../../platform/database/tx.ts'
import type { Message } from '../../platform/mail/message.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type BrandMeans, findBrand } from './brand.ts'
import { mailSecret } from './compose.ts'
import { headersIn, subjectOf, written } from './kept.ts'
import { findMail, listMails, type MailRow } from './queries.ts'

interface Means {
  secrets: Secrets
  config: BrandMeans
}

const presented = (row: MailRow, message: Message | null): KeptMail => ({
  mailId: row.mailId,
  to: row.recipient,
  subject: subjectOf(row, message),
  creationDate: row.createdAt.toISOString(),
  text: message?.text ?? '',
})

/** A page of the transaction's tenant's mails, those before one of them or the newest. */
export async function readKeptMails(
  tx: Reader,
  { secrets, config }: Means,
  { to, before }: { to?: string | undefined; before?: string | undefined },
  most: number,
) {
  const rows = await listMails(tx, to, most + 1, before)
  const brand = await findBrand(tx, config)
  const key = mailSecret(secrets)
  const shown = rows.slice(0, most)
  const items = await Promise.all(shown.map(async (row) => presented(row, await written(row, brand, key))))
  return { items, next: rows.length > most ? (shown.at(-1)?.mailId ?? null) : null }
}

export async function readKeptMail(tx: Reader, { secrets, config }: Means, mailId: string) {
  const row = await findMail(tx, mailId)
  if (!row) return undefined
  const message = await written(row, await findBrand(tx, config), mailSecret(secrets))
  return { ...presented(row, message), html: message?.html ?? '', headers: await headersIn(message) }
}
