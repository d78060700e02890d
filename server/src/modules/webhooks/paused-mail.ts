import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Mailer } from '../mail/index.ts'

interface Owner {
  email: string
  name: string
  languageCode: string
  accountId: string
  accountName: string
  host: string
}

/** Tells who wrote a webhook last that it was paused (rules E11). */
export async function mailOfPause(
  tx: Tx,
  webhookId: string,
  userId: string,
  because: 'failing' | 'gone',
  mailer: Mailer,
): Promise<void> {
  const owner = await tx.row<Owner>(sql`
    select u.email, concat_ws(' ', u.first_name, u.last_name) as name, u.language_code as "languageCode",
           w.account_id as "accountId", a.name as "accountName", substring(w.url from '^https?://([^/?#]+)') as host
    from webhooks w
    join offered.accounts a on a.tenant_id = w.tenant_id and a.account_id = w.account_id
    join offered.users u on u.tenant_id = w.tenant_id and u.user_id = ${userId} and u.deleted_at is null
    where w.tenant_id = (select current_tenant()) and w.webhook_id = ${webhookId}`)
  if (owner === undefined) return
  const { email, name, languageCode, accountId, accountName, host } = owner
  const values = { path: `/accounts/${accountId}/webhooks/${webhookId}`, accountName, host, because }
  await mailer(tx, { email, name, languageCode }, { kind: 'webhook_paused', values })
}
