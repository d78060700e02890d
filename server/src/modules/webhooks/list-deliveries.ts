import type { Out } from '@trellis/contract/endpoint'
import { deliveryList, type WebhookDelivery } from '@trellis/contract/webhooks'
import { columnsOf, equals, notNull, paging } from '../../platform/database/search.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { messageIdOf } from './sign.ts'

/** The log of a webhook. `mayRead`: whether the reader may see what was sent of a kind of record. */
export async function listDeliveries(
  tx: Reader,
  webhookId: string,
  search: Out<typeof deliveryList.search>,
  { timeZone }: Pick<Actor, 'timeZone'>,
  mayRead: (entity: string) => boolean,
): Promise<{ items: WebhookDelivery[]; count: number }> {
  const matching = sql`
    from webhook_deliveries d
    where d.tenant_id = (select current_tenant()) and d.webhook_id = ${webhookId} and ${columns.matching(search, timeZone)}`
  type Listed = Omit<WebhookDelivery, 'messageId'>
  const items = await tx.rows<Listed>(sql`
    select d.delivery_id as "deliveryId", d.webhook_id as "webhookId", d.type, d.entity, d.entity_id as "entityId", d.status,
           d.tries, iso(d.created_at) as "creationDate", iso(d.tried_at) as "lastTryDate",
           (select iso(d.next_try_at) from webhooks w
            where w.tenant_id = d.tenant_id and w.webhook_id = d.webhook_id and w.paused_at is null and w.ended_at is null) as "nextTryDate",
           d.answer_status as "answerStatus", d.problem, d.milliseconds, d.request_headers as "requestHeaders", d.request, d.answer
    ${matching} ${columns.order(search)} ${paging(search)}`)
  const total = await tx.row<{ count: number }>(sql`select count(*)::int as count ${matching}`)
  return {
    items: items.map((item) => ({
      ...item,
      messageId: messageIdOf(item.deliveryId),
      request: mayRead(item.entity) ? item.request : null,
    })),
    count: total?.count ?? 0,
  }
}

const columns = columnsOf(deliveryList, sql`d.delivery_id`, {
  deliveryId: { filter: equals(sql`d.delivery_id`, 'uuid') },
  type: { filter: equals(sql`d.type`, 'text') },
  entityId: { filter: equals(sql`d.entity_id`, 'text') },
  status: { filter: equals(sql`d.status`, 'text') },
  creationDate: { sort: notNull(sql`d.created_at`), between: sql`d.created_at` },
})
