import type { Config } from '../../platform/config.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { type Secrets, seal } from '../../platform/secrets.ts'
import type { Letter, Recipient } from './letters.ts'

export const sendTask = 'mail:send'

/** Leaves a mail behind in the caller's transaction: it goes out after the commit, or never existed. */
export type Post = (tx: Tx, to: Recipient, letter: Letter) => Promise<void>

export function openPost({ secrets, config }: { secrets: Secrets; config: Pick<Config, 'publicUrl'> }): Post {
  const key = secrets('mail')
  const host = new URL(config.publicUrl).hostname
  return async (tx, to, letter) => {
    const mailId = newId()
    await tx.run(sql`
      insert into mails (mail_id, kind, recipient, recipient_name, language_code, content_sealed, message_id)
      values (${mailId}, ${letter.kind}, ${to.email}, ${to.name}, ${to.languageCode},
              ${seal(key, JSON.stringify(letter.values))}, ${`<${mailId}@${host}>`})`)
    await tx.run(sql`
      select enqueue(${sendTask}, jsonb_build_object('tenantId', current_tenant(), 'mailId', ${mailId}::text), ${`mail:${mailId}`})`)
  }
}
