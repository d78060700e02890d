import { type LiveChange, type LiveEvent, liveKindNames } from '@trellis/contract/live'
import type { Database } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { EventStream } from '../../platform/http/event-stream.ts'
import { Unavailable } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { type Authenticator, accessMinutes, isOf, sessionsChannel, type Tokens } from '../people/index.ts'
import type { Maintenances } from '../tenants/index.ts'
import { changesChannel, isNewsFor, isOfNews, type Notice } from './notices.ts'
import { listReached, type Reached } from './readers.ts'
import { openRecent } from './recent.ts'
import { openSubscribers, type Subscriber, topOf, topsOf } from './subscribers.ts'

/** Proxies close connections that are silent for a minute. */
const heartbeatMilliseconds = 20_000
/** How long notices of a tenant are collected, so that a burst is one query and one event. */
const collectMilliseconds = 50
/** Notices that one query answers, and that may wait: beyond, the streams end and their clients read again. */
const maximumAtOnce = 200
const maximumWaiting = 5_000
/** Changes in one event; beyond, it says "many" for each kind. */
const maximumChanges = 100

export interface LiveMeans {
  db: Database
  notifications: Pick<Notifications, 'subscribe' | 'isListening'>
  authenticator: Pick<Authenticator, 'actorOf' | 'viewed'>
  tokens: Pick<Tokens, 'read'>
  maintenance: Pick<Maintenances, 'shown' | 'onChange'>
}

export interface Live {
  /**
   * A stream for this user, which begins with what has changed in the last `since` milliseconds. Throws RQ429 when too many are
   * open, RQ503 while changes cannot be heard.
   */
  open(actor: Actor, token: string, since?: number): Promise<EventStream>
  /** Whether everything that was heard has been told. */
  isQuiet(): boolean
  /** Ends all streams and refuses new ones. */
  close(): void
}

/** Tells open streams which records have changed that their users may read (decision 037). */
export function openLive({ db, notifications, authenticator, tokens, maintenance }: LiveMeans): Live {
  const subscribers = openSubscribers()
  const waiting = new Map<string, Notice[]>()
  const recent = openRecent()
  let isClosed = false

  notifications.subscribe(changesChannel, {
    began: (all) => all && recent.begin(),
    heard(payload) {
      const notice = JSON.parse(payload) as Notice
      const { tenantId } = notice
      recent.add(notice)
      if (subscribers.of(tenantId).length === 0) return
      const notices = waiting.get(tenantId)
      if (notices) notices.push(notice)
      else {
        waiting.set(tenantId, [notice])
        setTimeout(() => void flush(tenantId), collectMilliseconds).unref()
      }
    },
    // What changes meanwhile is not heard: the clients reconnect, and then read again.
    lost(concerns) {
      recent.forget()
      endAll(subscribers.all().filter(({ actor }) => concerns(actor.tenantId)))
    },
  })
  // The browser asks for another stream, is refused, and so learns of the maintenance.
  maintenance.onChange(() => {
    endAll(subscribers.all().filter(({ actor }) => maintenance.shown(actor.tenantId) !== null))
  })
  notifications.subscribe(sessionsChannel, {
    heard(whose) {
      for (const subscriber of subscribers.all()) if (isOf(subscriber.actor, whose)) void checkSession(subscriber)
    },
    lost: () => undefined,
  })

  /** Sends what has been collected for a tenant, and again until nothing waits. */
  async function flush(tenantId: string): Promise<void> {
    const notices = waiting.get(tenantId) ?? []
    const listening = subscribers.of(tenantId)
    try {
      // A client that gets the event reads the record at once, so the replica must show the change before.
      await db.replica?.caughtUp()
      if (notices.length > maximumWaiting) throw new Error('More changes than can be told')
      const now = notices.splice(0, maximumAtOnce)
      await tell(listening, now)
    } catch {
      notices.length = 0
      endAll(listening)
    }
    if (notices.length === 0) waiting.delete(tenantId)
    else setTimeout(() => void flush(tenantId), collectMilliseconds).unref()
  }

  async function tell(listening: readonly Subscriber[], notices: Notice[]): Promise<void> {
    const [first] = listening
    if (first === undefined) return
    const context = { tenantId: first.actor.tenantId, userId: null, reach: null, clock: null, requestId: null }
    const tops = topsOf(listening)
    const ofRecords = notices.filter((notice) => !isOfNews(notice))
    const reached = ofRecords.length > 0 && tops.length > 0 ? await listReached(db.read(context), ofRecords, tops) : []
    for (const { actor, stream } of listening) {
      const event = eventFor(actor, ofRecords, reached, notices)
      if (event.changes.length > 0 || event.news) stream.send('changed', event)
    }
  }

  /** Tells one subscriber what was heard before; all kinds may have changed where that is not known any more. */
  async function tellBefore(subscriber: Subscriber, since: number): Promise<void> {
    const notices = recent.of(subscriber.actor.tenantId, since)
    if (notices !== null && notices.length === 0) return
    await db.replica?.caughtUp()
    if (notices !== null) return tell([subscriber], notices)
    const kinds = liveKindNames.filter((kind) => topOf(subscriber.actor, kind) !== null)
    const changes = kinds.map((kind): LiveChange => ({ kind, id: null, requestId: null, by: null }))
    subscriber.stream.send('changed', { changes, news: true })
  }

  /** Ends the stream of a session that has ended; takes over changed permissions otherwise. */
  async function checkSession(subscriber: Subscriber): Promise<boolean> {
    const { token, stream, actor } = subscriber
    const caller = await authenticator.actorOf(token, actor.tenantId).catch(() => null)
    const present =
      caller && actor.viewedBy ? await authenticator.viewed(caller, actor.userId).catch(() => null) : caller
    // Who acts for another account begins anew: what they saw is of the former one.
    if (present === null || present.userId !== actor.userId) stream.end()
    else subscriber.actor = present
    return present !== null
  }

  return {
    async open(actor, token, since = 0) {
      const expires = (await tokens.read(token))?.expires ?? 0
      // Nothing is waited for between this and the list of those that are ended when that changes.
      if (isClosed || !notifications.isListening(actor.tenantId))
        throw new Unavailable('database', 'Changes cannot be heard now')
      const stream = new EventStream()
      const subscriber: Subscriber = { actor, token, stream }
      subscribers.add(subscriber)
      const begun = performance.now()
      const heartbeat = setInterval(() => {
        const isOld = performance.now() - begun > accessMinutes * 60_000
        // The database's clock decides whether a token has expired, this one only when to ask.
        if (isOld) stream.end()
        else if (Date.now() < expires * 1000) stream.comment('heartbeat')
        else void checkSession(subscriber).then((isValid) => isValid && stream.comment('heartbeat'))
      }, heartbeatMilliseconds)
      heartbeat.unref()
      stream.onEnd(() => clearInterval(heartbeat))
      // The session may have ended while the stream was being opened.
      if ((await checkSession(subscriber)) && since > 0) await tellBefore(subscriber, since).catch(() => stream.end())
      return stream
    },
    isQuiet: () => waiting.size === 0,
    close() {
      isClosed = true
      endAll(subscribers.all())
    },
  }
}

const endAll = (subscribers: readonly Subscriber[]) => {
  for (const { stream } of subscribers) stream.end()
}

/** What one user is told: only records that they may read, and of their own news. */
function eventFor(actor: Actor, ofRecords: Notice[], reached: Reached[], notices: Notice[]): LiveEvent {
  const own = ({ userId, requestId }: Notice) => (userId === actor.userId ? (requestId ?? null) : null)
  const all: LiveChange[] = reached.flatMap(({ notice, kind, id, accounts, by }) => {
    const top = topOf(actor, kind)
    const source = ofRecords[notice]
    return top !== null && accounts.includes(top) && source ? [{ kind, id, requestId: own(source), by }] : []
  })
  const changes = [...new Map(all.map((change) => [JSON.stringify(change), change])).values()]
  return {
    changes:
      changes.length <= maximumChanges
        ? changes
        : [...new Set(changes.map(({ kind }) => kind))].map((kind) => ({ kind, id: null, requestId: null, by: null })),
    news: notices.some((notice) => isNewsFor(actor, notice)),
  }
}
