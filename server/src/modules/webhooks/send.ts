import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedEvent } from '@trellis/contract/events'
import type { WebhookDelivery } from '@trellis/contract/webhooks'
import { json, sql } from '../../platform/database/sql.ts'
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
import { formerOf, messageIdOf, signedHeaders, webhookSecret } from './sign.ts'
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
/** Milliseconds for which what comes back after the first one is written with it. */
const gathered = 20
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
  setAsAccountId: string
  url: string
  types: string[]
  failures: number
  secret: Buffer
  formerSecrets: Buffer | null
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
  headers: Record<string, string> | null
  request: string | null
  answerStatus: number | null
  answer: string | null
  problem: WebhookDelivery['problem']
  milliseconds: number | null
  /** Seconds that the receiver asks to be left alone. */
  retryAfter: number | null
}

/**
 * Sends what is due of a webhook, for some seconds, and leaves a job for what comes next. A delivery that is not answered holds back
 * the next one of its record only: the others take its place.
 */
export async function sendDue(means: WebhookMeans & { mailer: Mailer }, context: Context, webhookId: string) {
  const { db } = means
  const ends = performance.now() + runs
  const underWay = new Set<Promise<void>>()
  const outcomes: Outcome[] = []
  let fault: unknown
  const send = (webhook: Sending, eyes: Eyes, of: Claimed) => {
    const sent: Promise<void> = tried(means, webhook, eyes, of)
      .then((outcome) => void outcomes.push(outcome))
      .catch((error: unknown) => (fault ??= error))
      .then(() => void underWay.delete(sent))
    underWay.add(sent)
  }
  for (;;) {
    const goesOn = performance.now() < ends && fault === undefined
    const webhook = goesOn ? await findSending(means, context, webhookId) : undefined
    const eyes = webhook && (await eyesOf(db, context, webhook))
    if (webhook && eyes) {
      const most = webhook.failures < suspicious ? atOnce : 1
      // While nothing succeeds, what is under way comes back first.
      const open = underWay.size + outcomes.length
      const more = webhook.failures === 0 || open === 0 ? most - open : 0
      const claimed = more > 0 ? await db.write(context, (tx) => claim(tx, webhookId, more)) : []
      for (const each of claimed) send(webhook, eyes, each)
    }
    if (underWay.size + outcomes.length === 0) break
    if (outcomes.length === 0) await Promise.race(underWay)
    // Those that come back at about the same time are written together.
    await Promise.race([Promise.all(underWay), sleep(gathered)])
    const settled = outcomes.splice(0)
    if (settled.length > 0) await db.write(context, (tx) => settle(tx, webhookId, settled, means.mailer))
  }
  if (fault !== undefined) throw fault
  await db.write(context, (tx) => tx.run(enqueueNext(webhookId)))
}

const findSending = ({ db }: WebhookMeans, context: Context, webhookId: string) =>
  db.read(context).row<Sending>(sql`
    select w.webhook_id as "webhookId", w.account_id as "accountId", w.set_by as "setBy", w.set_as_account_id as "setAsAccountId", w.url, w.types, w.failures,
           w.secret_sealed as secret, w.old_secret_sealed as "formerSecrets"
    from webhooks w
    where w.tenant_id = (select current_tenant()) and w.webhook_id = ${webhookId} and ${isActive}
      and coalesce(w.rests_until <= machine_clock(), true)`)

/**
 * Takes what is due: of each record only the first that waits, so that the events of a record arrive in their order and a failed one
 * holds back only those (rules E10). What a dead process had taken is due again after the lease.
 */
const claim = (tx: Tx, webhookId: string, most: number) =>
  tx.rows<Claimed>(sql`
    with due as materialized (
      select d.delivery_id from webhook_deliveries d
      where d.tenant_id = (select current_tenant()) and d.webhook_id = ${webhookId} and d.next_try_at <= machine_clock()
        and coalesce(d.leased_until <= machine_clock(), true)
      order by d.next_try_at, d.seq limit ${most} for update skip locked
    )
    update webhook_deliveries n
    set tries = n.tries + 1, tried_at = machine_clock(), leased_until = machine_clock() + make_interval(secs => ${lease})
    from due
    where n.tenant_id = (select current_tenant()) and n.delivery_id = due.delivery_id
    returning n.delivery_id as "deliveryId", n.seq, n.event_id as "eventId", n.type, n.entity, n.entity_id as "entityId",
      iso(n.created_at) as "createdAt", n.tries, floor(extract(epoch from machine_clock()))::int as seconds`)

/** The event as the webhook's account is told it now; undefined when it is not any more, or its type is not chosen any more. */
async function eventOf({ feed }: WebhookMeans, { types }: Sending, eyes: Eyes, of: Claimed): Promise<Told | undefined> {
  const { seq, eventId: id, type, entity, entityId, createdAt: creationDate } = of
  if (seq === null) return { id, sequence: null, type, creationDate, entity, entityId, actor: null, data: null }
  if (types.length > 0 && !types.includes(type)) return undefined
  const { told } = await feed.read(eyes, { after: seq - 1, until: seq, limit: 1, types: [type] })
  return told[0]
}
type Told = FeedEvent | (Omit<FeedEvent, 'sequence' | 'entity'> & { sequence: null; entity: string })

async function tried(means: WebhookMeans, webhook: Sending, eyes: Eyes, of: Claimed): Promise<Outcome> {
  const event = await eventOf(means, webhook, eyes, of)
  const nothing = {
    of,
    headers: null,
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
  const headers = {
    ...signedHeaders(secretsOf(means, webhook, of.seconds), messageIdOf(of.deliveryId), of.seconds, body),
    'content-type': 'application/json',
    'user-agent': 'Trellis-Webhooks',
  }
  const begun = performance.now()
  try {
    const { status, text, retryAfter } = await means.outward.post(webhook.url, headers, body)
    return {
      ...{
        of,
        headers,
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
    return { ...nothing, status: 'again', headers, request, problem: error.problem, milliseconds }
  }
}

/** The secrets that sign at this second: the present one, and each before it for its day (rules E9). */
function secretsOf({ secrets }: WebhookMeans, webhook: Sending, now: number): string[] {
  const key = webhookSecret(secrets)
  const [present, former] = [webhook.secret, webhook.formerSecrets].map((sealed) => sealed && unsealOrNull(key, sealed))
  const signing = former ? formerOf(former).filter(({ until }) => until > now) : []
  return [...(present ? [present] : []), ...signing.map(({ secret }) => secret).toReversed()]
}

async function settle(tx: Tx, webhookId: string, outcomes: Outcome[], mailer: Mailer): Promise<void> {
  // Who takes events meanwhile waits: either sees what the other leaves.
  const webhook = await tx.row<Settled>(sql`
    select webhook_id as "webhookId", set_by as "setBy" from webhooks
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId} for no key update`)
  if (webhook === undefined) return
  for (const { of, status, headers, request, answerStatus, answer, problem, milliseconds } of outcomes) {
    const delay = delays[of.tries - 1]
    const now = status !== 'again' ? status : delay === undefined ? 'failed' : 'waiting'
    await tx.run(sql`
      update webhook_deliveries
      set status = ${now}, leased_until = null, request_headers = ${json(headers)}::jsonb, request = ${request}, answer_status = ${answerStatus}, answer = ${answer}, problem = ${problem},
          milliseconds = ${milliseconds},
          next_try_at = ${now === 'waiting' ? sql`machine_clock() + make_interval(secs => ${delay})` : sql`null`}
      where tenant_id = (select current_tenant()) and delivery_id = ${of.deliveryId} and tries = ${of.tries}
        and status = 'waiting'`)
  }
  await letFirstGo(
    tx,
    webhookId,
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

/** The webhook of what has come back, and who is told when it is paused. */
type Settled = Pick<Sending, 'webhookId' | 'setBy'>

const succeeded = (tx: Tx, { webhookId }: Settled) =>
  tx.run(sql`
    update webhooks set failures = 0, failing_since = null, rests_until = null
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId} and failures > 0`)

const failing = (tx: Tx, { webhookId }: Settled, failed: number) =>
  tx.run(sql`
    update webhooks
    set failures = failures + ${failed}, failing_since = coalesce(failing_since, machine_clock()),
        rests_until = case when failures + ${failed} >= ${restsFrom}
          then machine_clock() + least(interval '30 minutes', interval '5 seconds' * power(2, least(failures + ${failed} - ${restsFrom}, 20))) end
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId}`)

const restFor = (tx: Tx, { webhookId }: Settled, seconds: number) =>
  tx.run(sql`
    update webhooks set rests_until = greatest(rests_until, machine_clock() + make_interval(secs => ${seconds}))
    where tenant_id = (select current_tenant()) and webhook_id = ${webhookId}`)

async function pauseIf(tx: Tx, { webhookId, setBy }: Settled, because: 'failing' | 'gone', mailer: Mailer) {
  const isSo =
    because === 'gone' ? sql`true` : sql`w.failing_since <= machine_clock() - make_interval(days => ${failingDays})`
  const paused = await tx.run(sql`
    update webhooks w set paused_at = machine_clock(), paused_because = ${because}
    where w.tenant_id = (select current_tenant()) and w.webhook_id = ${webhookId} and ${isActive} and ${isSo}`)
  if (paused === 0) return
  await record(tx, 'webhook.paused', 'webhook', webhookId, { after: { because } })
  await mailOfPause(tx, webhookId, setBy, because, mailer)
}
