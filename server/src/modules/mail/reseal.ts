import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { type Secrets, seal, unsealOrNull } from '../../platform/secrets.ts'
import { mailSecret } from './compose.ts'

/** Encrypts the content of a tenant's mails with another key. Content that `from` cannot decrypt is left unchanged. */
export async function resealMails(tx: Tx, from: Secrets, to: Secrets): Promise<void> {
  const mails = await tx.rows<{ mailId: string; sealed: Buffer }>(sql`
    select mail_id as "mailId", content_sealed as sealed from mails
    where tenant_id = (select current_tenant()) and content_sealed is not null`)
  for (const { mailId, sealed } of mails) {
    const text = unsealOrNull(mailSecret(from), sealed)
    if (text === null) continue
    await tx.run(sql`
      update mails set content_sealed = ${seal(mailSecret(to), text)}
      where tenant_id = (select current_tenant()) and mail_id = ${mailId}`)
  }
}
