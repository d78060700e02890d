import {
  maximumFormerSecrets,
  maximumWebhooks,
  type NewWebhook,
  oldSecretHours,
  testType,
  type WebhookUpdate,
} from '@trellis/contract/webhooks'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, Refusal } from '../../platform/refusal.ts'
import { type Secrets, seal, unsealOrNull } from '../../platform/secrets.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isReached, lockLivingAccount } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { placeBefore } from '../events/index.ts'
import { letFirstGo, type OfRecord } from './in-order.ts'
import { formerOf, newSecret, textOfFormer, webhookSecret } from './sign.ts'
import { enqueueSend, enqueueWake } from './tasks.ts'

interface Stored {
  accountId: string
  setBy: string
  setAsAccountId: string
  url: string
  types: string[]
  description: string
  isPaused: boolean
}

const valuesOf = ({ url, types, description }: Pick<WebhookUpdate, 'url' | 'types' | 'description'>) => ({
  url,
  types: [...new Set(types ?? [])].sort(),
  description: description?.trim() ?? '',
})

/** The address without what may be a secret in it. */
const shown = ({ url, ...rest }: ReturnType<typeof valuesOf> & { isPaused?: boolean }) => {
  const { origin, pathname } = new URL(url)
  return { url: origin + pathname, ...rest }
}

/** Makes a webhook that tells what happens from now on. Refuses RQ422 when the account has as many as it may. */
export async function createWebhook(
  tx: Tx,
  accountId: string,
  draft: WebhookUpdate,
  place: number,
  secrets: Secrets,
): Promise<NewWebhook> {
  await lockLivingAccount(tx, accountId)
  const { count } = found(
    await tx.row<{ count: number }>(sql`
      select count(*)::int as count from webhooks
      where tenant_id = (select current_tenant()) and account_id = ${accountId} and ended_at is null`),
  )
  if (count >= maximumWebhooks)
    throw invalid(['parentAccountId'], 'too_many', `An account has ${maximumWebhooks} webhooks at most`)
  const [id, secret] = [newId(), newSecret()]
  const values = valuesOf(draft)
  await tx.run(sql`
    insert into webhooks (webhook_id, account_id, url, types, description, secret_sealed, seq)
    values (${id}, ${accountId}, ${values.url}, ${values.types}::text[], ${values.description},
            ${seal(webhookSecret(secrets), secret)}, ${place})`)
  await record(tx, 'webhook.created', 'webhook', id, { after: { ...shown(values), accountId } })
  return { id, secret }
}

/** Locks a webhook. Refuses RQ404 out of reach, or when it has ended. */
export const lockWebhook = async (tx: Tx, webhookId: string): Promise<Stored> =>
  found(
    await tx.row<Stored>(sql`
      select w.account_id as "accountId", w.set_by as "setBy", w.set_as_account_id as "setAsAccountId", w.url, w.types, w.description, w.paused_at is not null as "isPaused"
      from webhooks w
      where w.tenant_id = (select current_tenant()) and w.webhook_id = ${webhookId} and w.ended_at is null
        and ${isReached(sql`w.account_id`)} for update`),
  )

/** Changes it, pauses or resumes it; it tells what the caller may read from now on. Resumed, it goes on where it was. */
export async function updateWebhook(
  tx: Tx,
  webhookId: string,
  asked: WebhookUpdate,
  { userId, accountId }: Pick<Actor, 'userId' | 'accountId'>,
): Promise<void> {
  const before = await lockWebhook(tx, webhookId)
  const isPaused = asked.isPaused ?? before.isPaused
  const values = valuesOf(asked)
  await tx.run(sql`
    update webhooks
    set url = ${values.url}, types = ${values.types}::text[], description = ${values.description}, set_by = ${userId},
        set_as_account_id = ${accountId},
        paused_at = ${isPaused ? sql`coalesce(paused_at, machine_clock())` : sql`null`},
        paused_because = ${isPaused ? sql`coalesce(paused_because, 'user')` : sql`null`},
        failures = 0, failing_since = null, rests_until = null
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId}`)
  if (before.setBy !== userId || before.setAsAccountId !== accountId) await forgetSent(tx, webhookId)
  if (!isPaused) await sendAllAgainNow(tx, webhookId)
  const { accountId: _, setBy: __, setAsAccountId: ___, ...was } = before
  await record(tx, 'webhook.updated', 'webhook', webhookId, {
    before: shown(was),
    after: shown({ ...values, isPaused }),
  })
}

/** What was sent with the eyes of another person or account is not for who takes the webhook over (rules E13). */
const forgetSent = (tx: Tx, webhookId: string) =>
  tx.run(sql`
    update webhook_deliveries set request = null
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId} and request is not null`)

/** What waits for its next try is tried now: somebody has done something about it. */
async function sendAllAgainNow(tx: Tx, webhookId: string): Promise<void> {
  await tx.run(sql`
    update webhook_deliveries set next_try_at = machine_clock()
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId} and next_try_at is not null and leased_until is null`)
  await tx.run(enqueueWake)
}

/**
 * Makes a new secret; each one before signs as well until a day after it was changed (rules E9). Refuses RQ429 while as many sign as
 * may, until the first of them has ended.
 */
export async function changeSecret(tx: Tx, webhookId: string, secrets: Secrets): Promise<NewWebhook> {
  await lockWebhook(tx, webhookId)
  const { now, ...sealed } = found(
    await tx.row<{ now: number; present: Buffer; former: Buffer | null }>(sql`
      select secret_sealed as present, old_secret_sealed as former, floor(extract(epoch from machine_clock()))::float8 as now
      from webhooks where tenant_id = (select current_tenant()) and webhook_id = ${webhookId}`),
  )
  const key = webhookSecret(secrets)
  const [present, before] = [unsealOrNull(key, sealed.present), sealed.former && unsealOrNull(key, sealed.former)]
  const former = before ? formerOf(before).filter(({ until }) => until > now) : []
  const [first] = former
  if (first && former.length >= maximumFormerSecrets) {
    const retryAfter = first.until - now
    throw new Refusal('RQ429', { retryAfter }, `${maximumFormerSecrets} secrets before this one still sign`, {
      'retry-after': String(retryAfter),
    })
  }
  if (present) former.push({ secret: present, until: now + oldSecretHours * 3600 })
  const secret = newSecret()
  await tx.run(sql`
    update webhooks
    set old_secret_sealed = ${former.length > 0 ? seal(key, textOfFormer(former)) : null},
        old_secret_until = to_timestamp(${former.at(-1)?.until ?? null}), secret_sealed = ${seal(key, secret)}
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId}`)
  await record(tx, 'webhook.secret_changed', 'webhook', webhookId)
  return { id: webhookId, secret }
}

/** Ends it: nothing more is sent, and its secrets are forgotten. */
export async function endWebhook(tx: Tx, webhookId: string): Promise<void> {
  await lockWebhook(tx, webhookId)
  await tx.run(sql`
    update webhooks set ended_at = machine_clock(), secret_sealed = null, old_secret_sealed = null, old_secret_until = null
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId}`)
  await record(tx, 'webhook.ended', 'webhook', webhookId)
}

/** Leaves an event of no record to be sent, also while it is not asked because it failed. */
export async function testWebhook(tx: Tx, webhookId: string): Promise<{ id: string }> {
  await lockWebhook(tx, webhookId)
  const id = newId()
  await tx.run(sql`
    insert into webhook_deliveries (delivery_id, webhook_id, event_id, type, entity, entity_id, next_try_at)
    values (${id}, ${webhookId}, ${newId()}, ${testType}, 'webhook', ${webhookId}, machine_clock())`)
  await askNow(tx, webhookId)
  return { id }
}

/** Sends a delivery again. One that waits is tried now. Refuses RQ404 out of reach. */
export async function replayDelivery(tx: Tx, deliveryId: string): Promise<void> {
  const { webhookId, ...delivery } = found(
    await tx.row<{ webhookId: string; seq: number | null } & OfRecord>(sql`
      select webhook_id as "webhookId", seq, entity, entity_id as "entityId" from webhook_deliveries
      where tenant_id = (select current_tenant()) and delivery_id = ${deliveryId}`),
  )
  await lockWebhook(tx, webhookId)
  // One that is being sent now is left to who sends it.
  await tx.run(sql`
    update webhook_deliveries set status = 'waiting', tries = 0, next_try_at = machine_clock()
    where tenant_id = (select current_tenant()) and delivery_id = ${deliveryId}
      and leased_until is null`)
  if (delivery.seq !== null) await letFirstGo(tx, webhookId, [delivery])
  await record(tx, 'webhook.replayed', 'webhook', webhookId, { after: { deliveryId } })
  await askNow(tx, webhookId)
}

/** Goes back in the journal to a moment: all that happened since is sent again (rules E12). */
export async function replayFrom(tx: Tx, webhookId: string, from: string): Promise<void> {
  await lockWebhook(tx, webhookId)
  const place = await placeBefore(tx, from)
  if (place !== undefined)
    await tx.run(sql`
      update webhooks set seq = least(seq, ${place}::bigint)
      where tenant_id = (select current_tenant()) and webhook_id = ${webhookId}`)
  await record(tx, 'webhook.replayed', 'webhook', webhookId, { after: { from } })
  await askNow(tx, webhookId)
  await tx.run(enqueueWake)
}

/** Ends the rest between tries, and leaves the job that sends. */
async function askNow(tx: Tx, webhookId: string): Promise<void> {
  await tx.run(sql`
    update webhooks set rests_until = null
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId} and rests_until is not null`)
  await tx.run(enqueueSend(webhookId))
}
