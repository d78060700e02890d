import { deliveryDays } from '@trellis/contract/webhooks'
import * as z from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Context, Tx } from '../../platform/database/tx.ts'
import { type Job, type JobFailure, lanes, TenantsFailed } from '../../platform/jobs.ts'
import { changesChannel } from '../live/index.ts'
import type { Mailer } from '../mail/index.ts'
import { jobInPieces, listWithWork } from '../tenants/index.ts'
import type { WebhookMeans } from './means.ts'
import { sendDue } from './send.ts'
import { takeEvents } from './take.ts'
import { enqueueLater, enqueueWake, sendTask, wakeTask } from './tasks.ts'

const OfTenant = z.object({ tenantId: z.uuid() })
const OfWebhook = z.object({ tenantId: z.uuid(), webhookId: z.uuid() })

/** Webhooks of one tenant that a process sends for at once, so that receivers which take long leave places to other tenants (rules E14). */
const ofOneTenant = lanes.outward / 2

/** The jobs that take events from the journal, send them, and forget the log. */
export function webhooksJobs(means: WebhookMeans & { mailer: Mailer }): Job[] {
  const { db, clock } = means
  const contextOf = (tenantId: string): Context => ({
    ...{ tenantId, userId: null, reach: null, requestId: null },
    clock: clock?.() ?? null,
  })
  /** How many webhooks of a tenant this process sends for now. */
  const underWay = new Map<string, number>()
  const send = async (tenantId: string, webhookId: string) => {
    const context = contextOf(tenantId)
    const others = underWay.get(tenantId) ?? 0
    if (others >= ofOneTenant) return db.write(context, (tx) => tx.run(enqueueLater(webhookId)))
    underWay.set(tenantId, others + 1)
    try {
      return await sendDue(means, context, webhookId)
    } finally {
      const left = (underWay.get(tenantId) ?? 0) - 1
      if (left > 0) underWay.set(tenantId, left)
      else underWay.delete(tenantId)
    }
  }
  return [
    {
      name: 'webhooks:take',
      cron: '* * * * *',
      async run() {
        const failures: JobFailure[] = []
        for (const { tenantId, code } of await listWithWork(db.shared, 'webhooks:take'))
          await takeEvents(means, contextOf(tenantId)).catch((cause: unknown) => failures.push({ tenant: code, cause }))
        if (failures.length > 0) throw new TenantsFailed(failures)
      },
    },
    { name: wakeTask, run: (payload) => takeEvents(means, contextOf(OfTenant.parse(payload).tenantId)) },
    {
      name: sendTask,
      lane: 'outward',
      run(payload) {
        const { tenantId, webhookId } = OfWebhook.parse(payload)
        return send(tenantId, webhookId)
      },
    },
    jobInPieces(db, { name: 'webhooks:sweep', cron: '47 3 * * *', size: 5000, piece: forgetDeliveries }),
  ]
}

/** Deletes up to `most` old lines of the logs, and what waited for webhooks that have ended. Returns how many. */
const forgetDeliveries = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from webhook_deliveries where tenant_id = (select current_tenant()) and delivery_id in (
      select d.delivery_id from webhook_deliveries d
      where d.tenant_id = (select current_tenant()) and d.status <> 'waiting' and d.created_at < machine_clock() - make_interval(days => ${deliveryDays})
      union all
      select d.delivery_id from webhook_deliveries d join webhooks w on w.tenant_id = d.tenant_id and w.webhook_id = d.webhook_id
      where d.tenant_id = (select current_tenant()) and w.ended_at is not null
      limit ${most})`)

/** Milliseconds for which changes of a tenant are collected before its webhooks are woken. */
const collected = 300

/**
 * Wakes the webhooks of a tenant soon after a change was committed. What is not heard is taken by the job of each minute. Call it
 * before the notifications start.
 */
export function wakeOnChanges(db: Database, notifications: Pick<Notifications, 'subscribe'>): void {
  const waiting = new Set<string>()
  const wake = async (tenantId: string) => {
    waiting.delete(tenantId)
    const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
    // Also while the database is away or this process stops: the job of each minute comes.
    await db.write(context, (tx) => tx.run(enqueueWake)).catch(() => undefined)
  }
  notifications.subscribe(changesChannel, {
    heard(payload) {
      const { tenantId } = JSON.parse(payload) as { tenantId: string }
      if (waiting.has(tenantId)) return
      waiting.add(tenantId)
      setTimeout(() => void wake(tenantId), collected).unref()
    },
    lost: () => undefined,
  })
}
