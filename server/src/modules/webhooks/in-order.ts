import { json, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'

/** The record of an event. */
export interface OfRecord {
  entity: string
  entityId: string
}

/**
 * Lets the first event that waits for each of these records be sent, and none after it (rules E10). Call it after each change of
 * what waits for them, in a transaction that has locked the webhook: it must see what others have left there.
 */
export async function letFirstGo(tx: Tx, webhookId: string, records: readonly OfRecord[]): Promise<void> {
  if (records.length === 0) return
  const firsts = sql`(
    select r.entity, r."entityId", (
      select e.delivery_id from webhook_deliveries e
      where e.tenant_id = (select current_tenant()) and e.webhook_id = ${webhookId} and e.status = 'waiting'
        and e.entity_id = r."entityId" and e.entity = r.entity
      order by e.seq limit 1) as first
    from (select distinct entity, "entityId" from jsonb_to_recordset(${json(records)}) as r (entity text, "entityId" text)) r
  ) f`
  await tx.run(sql`
    update webhook_deliveries d set next_try_at = clock() from ${firsts}
    where d.tenant_id = (select current_tenant()) and d.delivery_id = f.first and d.next_try_at is null`)
  await tx.run(sql`
    update webhook_deliveries d set next_try_at = null from ${firsts}
    where d.tenant_id = (select current_tenant()) and d.webhook_id = ${webhookId} and d.next_try_at is not null
      and d.entity_id = f."entityId" and d.entity = f.entity and d.delivery_id <> f.first and d.seq is not null`)
}
