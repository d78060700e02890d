import type { Config } from '../../platform/config.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { type Secrets, seal } from '../../platform/secrets.ts'
import { mailSecret } from './compose.ts'
import { type Letter, type Recipient, usefulFor } from './letters.ts'

export const sendTask = 'mail:send'

export interface PostOptions {
  /** A recipient's tenant gets one mail of this key, however often it is posted. */
  onceKey?: string
}

/** Leaves a mail behind in the caller's transaction: it goes out after the commit, or never existed. */
export type Post = (tx: Tx, to: Recipient, letter: Letter, options?: PostOptions) => Promise<void>

export interface PostMeans {
  secrets: Secrets
  config: Pick<Config, 'publicUrl' | 'smtpUrl'>
}

export function openPost({ secrets, config }: PostMeans): Post {
  const key = mailSecret(secrets)
  const host = new URL(config.publicUrl).hostname
  // Without a server to send it there is nothing to wait for.
  const status = config.smtpUrl === undefined ? 'kept' : 'queued'
  return async (tx, to, letter, { onceKey } = {}) => {
    const mailId = newId()
    const minutes = usefulFor(letter)
    const posted = await tx.run(sql`
      insert into mails (mail_id, kind, recipient, recipient_name, language_code, content_sealed, message_id, status,
                         expires_at, once_key)
      values (${mailId}, ${letter.kind}, ${to.email}, ${to.name}, ${to.languageCode},
              ${seal(key, JSON.stringify(letter.values))}, ${`<${mailId}@${host}>`}, ${status},
              now() + make_interval(mins => ${minutes}::int), ${onceKey ?? null})
      on conflict (tenant_id, once_key) where once_key is not null do nothing`)
    if (posted === 1 && status === 'queued') await tx.run(enqueueMail(mailId))
  }
}

/** The job that sends a mail of the transaction's tenant, at once or later. There is one a mail: a later one replaces it. */
export const enqueueMail = (mailId: string | Sql, at: Sql = sql`null`): Sql => sql`
  select enqueue(${sendTask}, jsonb_build_object('tenantId', current_tenant(), 'mailId', ${mailId}::text),
                 'mail:' || ${mailId}::text, (${at})::timestamptz)`
