import type { FeedEvent } from '@trellis/contract/events'
import type { WebhookDelivery } from '@trellis/contract/webhooks'
import { sql } from '../../platform/database/sql.ts'
import type { Context, Tx } from '../../platform/database/tx.ts'
import { OutwardFailure } from '../../platform/outward.ts'
import { unsealOrNull } from '../../platform/secrets.ts'
import { record } from '../audit/index.ts'
import type { Eyes } from '../events/index.ts'
import type { Mailer } from '../mail/index.ts'
import { eyesOf } from './eyes.ts'
import { letFirstGo } from './in-order.ts'
import type { WebhookMeans } from './means.ts'
import { mailOfPause } from './paused-mail.ts'
import { messageIdOf, signedHeaders, webhookSecret } from './sign.ts'
import { isActive } from './take.ts'
import { enqueueNext } from './tasks.ts'

const minute = 60
const hour = 60 * minute

/** Seconds before each further try; after the last one the delivery has failed. Three days in all (rules E10). */
export const delays = [
  ...[5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour, 20 * hour, 24 * hour],
]
/** A webhook of which nothing was delivered for so many days is paused (rules E11). */
export const failingDays = 3

/** Deliveries of a webhook that are sent at once; one alone once so many tries have failed in a row. */
const atOnce = 8
const suspicious = 3
/** From so many failures in a row on the webhook rests between tries: five seconds, then always twice as long, up to half an hour. */
const restsFrom = 5
/** A receiver that asks to be left alone is left alone for so many seconds at most. */
const longestRest = 24 * hour
/** Milliseconds of one run; what is left goes on after the other webhooks. */
const runs = 20_000
/** Seconds that a delivery is left to the process that sends it; longer than any try takes. */
const lease = minute
/** Characters of request and answer that the log keeps. */
const kept = { request: 64 * 1024, answer: 4096 }

interface Sending {
  webhookId: string
  accountId: string
  setBy: string
  url: string
  failures: number
  secret: Buffer
  oldSecret: Buffer | null
}

interface Claimed {
  deliveryId: string
  seq: number | null
  eventId: string
  type: string
  entity: string
  entityId: string
  createdAt: string
  tries: number
  seconds: number
}

interface Outcome {
  of: Claimed
  status: 'delivered' | 'again' | 'left_out'
  request: string | null
  answerStatus: number | null
  answer: string | null
  problem: WebhookDelivery['problem']
  milliseconds: number | null
  /** Seconds that the receiver asks to be left alone. */
  retryAfter: number | null
}

/** Sends what is due of a webhook, for some seconds, and leaves a job for what comes next. */
export async function sendDue(means: WebhookMeans & { mailer: Mailer }, context: Context, webhookId: string) {
  const { db } = means
  const ends = performance.now() + runs
  while (performance.now() < ends) {
    const webhook = await findSending(means, context, webhookId)
    const eyes = webhook && (await eyesOf(db, context, webhook))
    if (!webhook || !eyes) break
    const claimed = await db.write(context, (tx) => claim(tx, webhookId, webhook.failures < suspicious ? atOnce : 1))
    if (claimed.length === 0) break
    const outcomes = await Promise.all(claimed.map((each) => tried(means, webhook, eyes, each)))
    await db.write(context, (tx) => settle(tx, webhook, outcomes, means.mailer))
  }
  await db.write(context, (tx) => tx.run(enqueueNext(webhookId)))
}

const findSending = ({ db }: WebhookMeans, context: Context, webhookId: string) =>
  db.read(context).row<Sending>(sql`
    select w.webhook_id as "webhookId", w.account_id as "accountId", w.set_by as "setBy", w.url, w.failures,
           w.secret_sealed as secret, case when w.old_secret_until > clock() then w.old_secret_sealed end as "oldSecret"
    from webhooks w
    where w.tenant_id = (select current_tenant()) and w.webhook_id = ${webhookId} and ${isActive}
      and coalesce(w.rests_until <= clock(), true)`)

/**
 * Takes what is due: of each record only the first that waits, so that the events of a record arrive in their order and a failed one
 * holds back only those (rules E10). What a dead process had taken is due again after the lease.
 */
const claim = (tx: Tx, webhookId: string, most: number) =>
  tx.rows<Claimed>(sql`
    with due as materialized (
      select d.delivery_id from webhook_deliveries d
      where d.tenant_id = (select current_tenant()) and d.webhook_id = ${webhookId} and d.next_try_at <= clock()
        and coalesce(d.leased_until <= clock(), true)
      order by d.next_try_at, d.seq limit ${most} for update skip locked
    )
    update webhook_deliveries n
    set tries = n.tries + 1, tried_at = clock(), leased_until = clock() + make_interval(secs => ${lease})
    from due
    where n.tenant_id = (select current_tenant()) and n.delivery_id = due.delivery_id
    returning n.delivery_id as "deliveryId", n.seq, n.event_id as "eventId", n.type, n.entity, n.entity_id as "entityId",
      iso(n.created_at) as "createdAt", n.tries, floor(extract(epoch from clock()))::int as seconds`)

/** The event as the webhook's account is told it now; undefined when it is not any more. */
async function eventOf({ feed }: WebhookMeans, eyes: Eyes, of: Claimed): Promise<Told | undefined> {
  const { seq, eventId: id, type, entity, entityId, createdAt: creationDate } = of
  if (seq === null) return { id, sequence: null, type, creationDate, entity, entityId, actor: null, data: null }
  const { told } = await feed.read(eyes, { after: seq - 1, until: seq, limit: 1, types: [type] })
  return told[0]
}
type Told = FeedEvent | (Omit<FeedEvent, 'sequence' | 'entity'> & { sequence: null; entity: string })

async function tried(means: WebhookMeans, webhook: Sending, eyes: Eyes, of: Claimed): Promise<Outcome> {
  const event = await eventOf(means, eyes, of)
  const nothing = {
    of,
    request: null,
    answerStatus: null,
    answer: null,
    problem: null,
    milliseconds: null,
    retryAfter: null,
  }
  if (event === undefined) return { ...nothing, status: 'left_out' }
  const body = JSON.stringify({ ...event, timestamp: event.creationDate })
  const request = body.slice(0, kept.request)
  const key = webhookSecret(means.secrets)
  const secrets = [webhook.secret, webhook.oldSecret].flatMap((sealed) => sealed && (unsealOrNull(key, sealed) ?? []))
  const headers = {
    ...signedHeaders(
      secrets.filter((secret) => secret !== null),
      messageIdOf(of.deliveryId),
      of.seconds,
      body,
    ),
    'content-type': 'application/json',
    'user-agent': 'Trellis-Webhooks',
  }
  const begun = performance.now()
  try {
    const { status, text, retryAfter } = await means.outward.post(webhook.url, headers, body)
    return {
      ...{
        of,
        request,
        retryAfter,
        problem: null,
        answerStatus: status,
        answer: text.replaceAll('\0', '').slice(0, kept.answer),
      },
      status: status >= 200 && status < 300 ? 'delivered' : 'again',
      milliseconds: Math.round(performance.now() - begun),
    }
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error
    const milliseconds = Math.round(performance.now() - begun)
    return { ...nothing, status: 'again', request, problem: error.problem, milliseconds }
  }
}

async function settle(tx: Tx, webhook: Sending, outcomes: Outcome[], mailer: Mailer): Promise<void> {
  // Who takes events meanwhile waits: either sees what the other leaves.
  await tx.run(sql`
    select from webhooks where tenant_id = (select current_tenant()) and webhook_id = ${webhook.webhookId} for no key update`)
  for (const { of, status, request, answerStatus, answer, problem, milliseconds } of outcomes) {
    const delay = delays[of.tries - 1]
    const now = status !== 'again' ? status : delay === undefined ? 'failed' : 'waiting'
    await tx.run(sql`
      update webhook_deliveries
      set status = ${now}, leased_until = null, request = ${request}, answer_status = ${answerStatus}, answer = ${answer}, problem = ${problem},
          milliseconds = ${milliseconds},
          next_try_at = ${now === 'waiting' ? sql`clock() + make_interval(secs => ${delay})` : sql`null`}
      where tenant_id = (select current_tenant()) and delivery_id = ${of.deliveryId} and tries = ${of.tries}
        and status = 'waiting'`)
  }
  await letFirstGo(
    tx,
    webhook.webhookId,
    outcomes.flatMap(({ of: { seq, entity, entityId } }) => (seq === null ? [] : [{ entity, entityId }])),
  )
  const failed = outcomes.filter(({ status }) => status === 'again').length
  if (outcomes.some(({ status }) => status === 'delivered')) await succeeded(tx, webhook)
  else if (failed > 0) await failing(tx, webhook, failed)
  const asked = Math.max(0, ...outcomes.map(({ status, retryAfter }) => (status === 'again' && retryAfter) || 0))
  if (asked > 0) await restFor(tx, webhook, Math.min(asked, longestRest))
  const isGone = outcomes.some(({ answerStatus }) => answerStatus === 410)
  await pauseIf(tx, webhook, isGone ? 'gone' : 'failing', mailer)
}

const succeeded = (tx: Tx, { webhookId }: Sending) =>
  tx.run(sql`
    update webhooks set failures = 0, failing_since = null, rests_until = null
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId} and failures > 0`)

const failing = (tx: Tx, { webhookId }: Sending, failed: number) =>
  tx.run(sql`
    update webhooks
    set failures = failures + ${failed}, failing_since = coalesce(failing_since, clock()),
        rests_until = case when failures + ${failed} >= ${restsFrom}
          then clock() + least(interval '30 minutes', interval '5 seconds' * power(2, least(failures + ${failed} - ${restsFrom}, 20))) end
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId}`)

const restFor = (tx: Tx, { webhookId }: Sending, seconds: number) =>
  tx.run(sql`
    update webhooks set rests_until = greatest(rests_until, clock() + make_interval(secs => ${seconds}))
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId}`)

async function pauseIf(tx: Tx, { webhookId, setBy }: Sending, because: 'failing' | 'gone', mailer: Mailer) {
  const isSo = because === 'gone' ? sql`true` : sql`w.failing_since <= clock() - make_interval(days => ${failingDays})`
  const paused = await tx.run(sql`
    update webhooks w set paused_at = clock(), paused_because = ${because}
    where w.tenant_id = (select current_tenant()) and w.webhook_id = ${webhookId} and ${isActive} and ${isSo}`)
  if (paused === 0) return
  await record(tx, 'webhook.paused', 'webhook', webhookId, { after: { because } })
  await mailOfPause(tx, webhookId, setBy, because, mailer)
}
