import { type Sql, sql } from '../../platform/database/sql.ts'

export const wakeTask = 'webhooks:wake'
export const sendTask = 'webhooks:send'

/** SQL that adds the job which takes the events of the transaction's tenant, if it has webhooks. */
export const enqueueWake: Sql = sql`
  select enqueue(${wakeTask}, jsonb_build_object('tenantId', current_tenant()), 'webhooks:' || current_tenant()::text)
  where exists (
    select from webhooks w where w.tenant_id = (select current_tenant()) and w.ended_at is null and w.paused_at is null)`

/** SQL that adds the job which sends. A webhook that failed often comes after those that did not. */
const enqueueAt = (at: Sql): Sql => sql`
  enqueue(${sendTask}, jsonb_build_object('tenantId', w.tenant_id, 'webhookId', w.webhook_id), 'webhook:' || w.webhook_id::text,
          ${at}, priority => least(w.failures, 100))`

/** SQL that adds the job which sends what is due of a webhook. */
export const enqueueSend = (webhookId: string): Sql => enqueueOne(webhookId, sql`now()`)

/** The same while its tenant has all the places that it may take. */
export const enqueueLater = (webhookId: string): Sql => enqueueOne(webhookId, sql`now() + interval '1 second'`)

const enqueueOne = (webhookId: string, at: Sql): Sql => sql`
  select ${enqueueAt(at)} from webhooks w where w.tenant_id = (select current_tenant()) and w.webhook_id = ${webhookId}`

/** SQL that adds the same job for the moment at which the next delivery is due. */
export const enqueueNext = (webhookId: string): Sql => sql`
  select ${enqueueAt(sql`now() + greatest(n.at - machine_clock(), interval '0')`)}
  from webhooks w cross join lateral (
    select greatest(min(greatest(d.next_try_at, d.leased_until)), w.rests_until) as at from webhook_deliveries d
    where d.tenant_id = w.tenant_id and d.webhook_id = w.webhook_id and d.next_try_at is not null) n
  where w.tenant_id = (select current_tenant()) and w.webhook_id = ${webhookId} and n.at is not null
    and w.ended_at is null and w.paused_at is null`
