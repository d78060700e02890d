import { json, sql } from '../../platform/database/sql.ts'
import type { Context } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { endOf, looked } from '../events/index.ts'
import { eyesOf } from './eyes.ts'
import { letFirstGo } from './in-order.ts'
import type { WebhookMeans } from './means.ts'
import { enqueueSend } from './tasks.ts'

/** Events of a webhook that wait at most: the others wait in the journal. */
const mostWaiting = 10_000
/** Events that one transaction takes. */
const size = 500

interface Taking {
  webhookId: string
  accountId: string
  setBy: string
  setAsAccountId: string
  types: string[]
  seq: number
  isFull: boolean
}

/** SQL: the webhook `w` sends. */
export const isActive = sql`w.ended_at is null and w.paused_at is null`

/**
 * Takes the events of the tenant's journal that its webhooks tell, each once: the place moves in the transaction that writes the
 * deliveries (rules E6). Leaves a job for each webhook that has something to send.
 */
export async function takeEvents(means: WebhookMeans, context: Context): Promise<void> {
  const { db, feed } = means
  await feed.seal(context.tenantId, null)
  const read = db.read(context)
  const active = await read.rows<Taking>(sql`
    select w.webhook_id as "webhookId", w.account_id as "accountId", w.set_by as "setBy", w.set_as_account_id as "setAsAccountId", w.types, w.seq,
           (select count(*) from (
              select from webhook_deliveries d
              where d.tenant_id = w.tenant_id and d.webhook_id = w.webhook_id and d.status = 'waiting' limit ${mostWaiting}) c
           ) = ${mostWaiting} as "isFull"
    from webhooks w where w.tenant_id = (select current_tenant()) and ${isActive} order by w.webhook_id`)
  const end = await endOf(read)
  if (end !== undefined)
    for (const webhook of active.filter(({ isFull }) => !isFull)) await takeFor(means, context, webhook, end.seq)
  await db.write(context, async (tx) => {
    const due = await tx.rows<{ webhookId: string }>(sql`
      select w.webhook_id as "webhookId" from webhooks w
      where w.tenant_id = (select current_tenant()) and ${isActive} and coalesce(w.rests_until <= machine_clock(), true)
        and exists (select from webhook_deliveries d
          where d.tenant_id = w.tenant_id and d.webhook_id = w.webhook_id and d.next_try_at <= machine_clock())`)
    for (const { webhookId } of due) await tx.run(enqueueSend(webhookId))
  })
}

async function takeFor(means: WebhookMeans, context: Context, webhook: Taking, end: number): Promise<void> {
  const { db, feed } = means
  const eyes = await eyesOf(db, context, webhook)
  if (eyes === null) return
  const types = webhook.types.length > 0 ? webhook.types : undefined
  for (let { seq } = webhook, taken = 0; seq < end && taken < mostWaiting; ) {
    const until = Math.min(end, seq + looked)
    const entries = await feed.entries(eyes, { after: seq, until, limit: size, ...(types && { types }) })
    const next = entries.length === size ? (entries.at(-1)?.seq ?? until) : until
    const rows = entries.map(({ id, type, entity, entityId, seq: of }) => ({
      deliveryId: newId(),
      seq: of,
      eventId: id,
      type,
      entity,
      entityId,
    }))
    const moved = await db.write(context, async (tx) => {
      // Who took the same events meanwhile has moved the place.
      const mine = await tx.run(sql`
        update webhooks w set seq = ${next}
        where w.tenant_id = (select current_tenant()) and w.webhook_id = ${webhook.webhookId} and w.seq = ${seq} and ${isActive}`)
      if (mine === 0 || rows.length === 0) return mine > 0
      // What was sent before is sent again after a replay, under the id that it had.
      await tx.run(sql`
        insert into webhook_deliveries (delivery_id, webhook_id, seq, event_id, type, entity, entity_id)
        select r."deliveryId", ${webhook.webhookId}, r.seq, r."eventId", r.type, r.entity, r."entityId"
        from jsonb_to_recordset(${json(rows)})
          as r ("deliveryId" uuid, seq bigint, "eventId" uuid, type text, entity text, "entityId" text)
        on conflict (tenant_id, webhook_id, event_id) do update
          set status = 'waiting', tries = 0
          where webhook_deliveries.status <> 'waiting'`)
      await letFirstGo(tx, webhook.webhookId, rows)
      return true
    })
    if (!moved) return
    seq = next
    taken += rows.length
  }
}
