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
  const firsts = await tx.rows<OfRecord & { id: string | null }>(sql`
    select r.entity, r."entityId", (
      select e.delivery_id from webhook_deliveries e
      where e.tenant_id = (select current_tenant()) and e.webhook_id = ${webhookId} and e.status = 'waiting'
        and e.entity_id = r."entityId" and e.entity = r.entity
      order by e.seq limit 1) as id
    from (select distinct entity, "entityId" from jsonb_to_recordset(${json(records)}) as r (entity text, "entityId" text)) r`)
  const ids = firsts.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return
  await tx.run(sql`
    update webhook_deliveries set next_try_at = machine_clock()
    where tenant_id = (select current_tenant()) and delivery_id = any(${ids}::uuid[]) and next_try_at is null`)
  await tx.run(sql`
    update webhook_deliveries set next_try_at = null
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId} and next_try_at is not null and seq is not null
      and entity_id = any(${firsts.map(({ entityId }) => entityId)}::text[]) and delivery_id <> all(${ids}::uuid[])
      and (entity, entity_id) in (
        select r.entity, r."entityId" from jsonb_to_recordset(${json(firsts)}) as r (entity text, "entityId" text))`)
}
