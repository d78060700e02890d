import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { type Secrets, seal, unsealOrNull } from '../../platform/secrets.ts'
import { webhookSecret } from './sign.ts'

/** Encrypts the secrets of a tenant's webhooks with another key. What `from` cannot decrypt is left unchanged. */
export async function resealWebhooks(tx: Tx, from: Secrets, to: Secrets): Promise<void> {
  const [old, next] = [webhookSecret(from), webhookSecret(to)]
  const resealed = (sealed: Buffer | null) => {
    const text = sealed && unsealOrNull(old, sealed)
    return text ? seal(next, text) : sealed
  }
  const webhooks = await tx.rows<{ webhookId: string; secret: Buffer | null; former: Buffer | null }>(sql`
    select webhook_id as "webhookId", secret_sealed as secret, old_secret_sealed as former from webhooks
    where tenant_id = (select current_tenant()) and ended_at is null`)
  for (const { webhookId, secret, former } of webhooks)
    await tx.run(sql`
      update webhooks set secret_sealed = ${resealed(secret)}, old_secret_sealed = ${resealed(former)}
      where tenant_id = (select current_tenant()) and webhook_id = ${webhookId}`)
}
