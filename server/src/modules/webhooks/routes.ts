import { type FeedKind, feedKinds } from '@trellis/contract/events'
import { webhooks } from '@trellis/contract/webhooks'
import { sql } from '../../platform/database/sql.ts'
import type { Context, Reader } from '../../platform/database/tx.ts'
import { type Call, routes } from '../../platform/http/routes.ts'
import { found, invalid } from '../../platform/refusal.ts'
import { type Actor, actingAs } from '../../platform/tenancy.ts'
import { isReached, reachedId } from '../accounts/index.ts'
import { endOf } from '../events/index.ts'
import { eyesOf } from './eyes.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks, readWebhook } from './list-webhooks.ts'
import type { WebhookMeans } from './means.ts'
import * as saving from './save-webhook.ts'

export const webhooksRoutes = (means: WebhookMeans) =>
  routes('webhooks', webhooks, {
    async search({ tx, actor, body }) {
      return listWebhooks(tx, body, await reachedId(tx, actor, body.parentAccountId), actor)
    },

    async create({ read, tx, actor, tenant, request, body }) {
      const accountId = await reachedId(read, actor, body.parentAccountId)
      await checkUrl(means, body.url)
      await means.feed.seal(tenant.tenantId, String(request.id))
      return saving.createWebhook(tx, accountId, body, (await endOf(read))?.seq ?? 0, means.secrets)
    },

    read: ({ tx, actor, params }) => readWebhook(tx, params.id, actor),

    async update({ read, tx, actor, params, body }) {
      const { url } = await readWebhook(read, params.id, actor)
      // One that is only to be paused may have an address that leads nowhere any more.
      if (body.url !== url) await checkUrl(means, body.url)
      await saving.updateWebhook(tx, params.id, body, actor)
      return readWebhook(tx, params.id, actor)
    },

    end: ({ tx, params }) => saving.endWebhook(tx, params.id),

    changeSecret: ({ tx, params }) => saving.changeSecret(tx, params.id, means.secrets),

    test: ({ tx, params }) => saving.testWebhook(tx, params.id),

    async searchDeliveries(call) {
      const { tx, actor, params, body } = call
      const webhook = await findReached(tx, params.id)
      return listDeliveries(tx, params.id, body, actor, await readableBy(means, call, webhook))
    },

    replayDelivery: ({ tx, params }) => saving.replayDelivery(tx, params.id),

    replay: ({ tx, params, body }) => saving.replayFrom(tx, params.id, body.from),
  })

/** Refuses RQ422 for an address that nothing may be sent to (threats W15). It does not say why, so that nobody asks about a network. */
async function checkUrl({ outward }: WebhookMeans, url: string): Promise<void> {
  if (!(await outward.check(url)))
    throw invalid(['url'], 'not_public', 'The address must be https, with a name that leads to the public Internet')
}

interface Owned {
  webhookId: string
  accountId: string
  setBy: string
  setAsAccountId: string
}

const findReached = async (tx: Reader, webhookId: string): Promise<Owned> =>
  found(
    await tx.row<Owned>(sql`
      select w.webhook_id as "webhookId", w.account_id as "accountId", w.set_by as "setBy", w.set_as_account_id as "setAsAccountId" from webhooks w
      where w.tenant_id = (select current_tenant()) and w.webhook_id = ${webhookId} and w.ended_at is null
        and ${isReached(sql`w.account_id`)}`),
  )

/** Which kinds of record of the log the reader may see: those of which they read no less than the webhook does (rules E13). */
async function readableBy(
  { db, feed, clock }: WebhookMeans,
  { actor, tenant, request }: Pick<Call, 'actor' | 'tenant' | 'request'>,
  webhook: Owned,
): Promise<(entity: string) => boolean> {
  const context: Context = {
    ...{ tenantId: tenant.tenantId, ...actingAs(actor), reach: actor.accountId, requestId: String(request.id) },
    clock: clock?.() ?? null,
  }
  const eyes = await eyesOf(db, context, webhook)
  return (entity) => {
    if (!(entity in feedKinds)) return true
    const kind = entity as FeedKind
    const ofWebhook = eyes === null ? Number.POSITIVE_INFINITY : feed.breadth(eyes.actor as Actor, kind)
    return feed.breadth(actor, kind) >= Math.max(1, ofWebhook)
  }
}
