/** The stream of changes (GET /live). Reads with `fetch`, because an `EventSource` cannot send the access token. */

import { pathOf } from '@trellis/contract/endpoint'
import { viewHeader } from '@trellis/contract/identity'
import { type LiveEvent, live, maximumSince } from '@trellis/contract/live'
import { pauseAfter } from '../again.ts'
import { isProblem } from '../problem.ts'
import { accessToken, isSignedIn, onSessionChange } from '../session.ts'
import { tenantHeaders } from '../tenant.ts'
import { transmit } from '../transport.ts'
import { currentView } from '../view.ts'
import { readEvents } from './events.ts'

/** The server sends something every 20 seconds: a connection that is silent for longer is dead. */
const silence = 50_000
/** A hidden tab keeps its stream for a moment, so that a look elsewhere does not cost a reconnect. */
const hiddenFor = 20_000

const isHidden = () => document.visibilityState === 'hidden'

interface Listening {
  /** When the first records were asked for (`performance.now()`): what has changed since then is told too. */
  since: number
  onEvent(event: LiveEvent): void
  /** Called at each reconnect: what changed meanwhile is unknown. */
  onReconnect(): void
  /** Whether changes are heard; false after the first failed attempt to connect. */
  onState(isHeard: boolean): void
}

/** What the tab with the stream tells the other tabs: an event, that the stream was opened (again), or that it failed. */
type Told = { event: LiveEvent } | 'opened' | 'failed'

/**
 * Runs the work in one tab at a time. Web locks need a secure context; without them every visible tab has a stream of
 * its own. @param work gets whether another tab had the stream before
 */
async function inOneTab(name: string, signal: AbortSignal, work: (waited: boolean) => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work(false)
  const isFirst = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work(false)
    return lock !== null
  })
  if (!isFirst) await navigator.locks.request(name, { signal }, () => work(true))
}

/**
 * Hears what changed while the tab is visible. One visible tab of the browser keeps the stream open and tells the
 * others: browsers allow only six connections to a server over HTTP/1.1, so a stream for each of several windows would
 * leave none for their calls. Returns the function that ends it.
 */
export function listen({ since, onEvent, onReconnect, onState }: Listening): () => void {
  const view = currentView()
  // Tabs that show the portal of another user hear what that user is told.
  const shared = view === null ? 'trellis.live' : `trellis.live.${view.userId}`
  const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(shared)
  const tell = (told: Told) => others?.postMessage(told)
  if (others)
    others.onmessage = ({ data: told }: MessageEvent<Told>) => {
      if (told === 'failed') return onState(false)
      onState(true)
      if (told === 'opened') onReconnect()
      else onEvent(told.event)
    }
  let ended = false
  let failures = 0
  let wasOpen = false
  let connection: AbortController | undefined
  let again: number | undefined
  let hiding: number | undefined

  async function connect(): Promise<void> {
    window.clearTimeout(again)
    again = undefined
    if (ended || connection !== undefined || isHidden() || !isSignedIn()) return
    const own = new AbortController()
    connection = own
    let pause: number | undefined
    try {
      await inOneTab(shared, own.signal, (waited) => stream(own, waited))
    } catch (error) {
      // The session has ended elsewhere. The reader learns it from their next call, not in the middle of typing.
      if (isProblem(error, 'RQ401')) pause = 60_000
      else if (!isHidden()) failures += 1
      if (isProblem(error, 'RQ429')) pause = 30_000
    }
    connection = undefined
    if (ended || isHidden()) return
    // A single failure is not worth a word: a server that restarts is back at once.
    if (failures > 1) {
      onState(false)
      tell('failed')
    }
    const wait = pause === undefined ? pauseAfter(failures + 1) : pause * (0.75 + Math.random() / 2)
    again = window.setTimeout(() => void connect(), wait)
  }

  async function stream(own: AbortController, waited: boolean): Promise<void> {
    let watch: number | undefined
    const alive = () => {
      window.clearTimeout(watch)
      watch = window.setTimeout(() => own.abort(), silence)
    }
    try {
      alive()
      // What changed between the first records and the stream; later the records are read again.
      const before = wasOpen || waited ? 0 : Math.min(maximumSince, Math.ceil(performance.now() - since))
      const response = await transmit(`/api/v1${pathOf(live.changes, {}, { since: before })}`, {
        method: 'GET',
        name: live.changes.path,
        headers: {
          ...(await tenantHeaders()),
          Authorization: `Bearer ${await accessToken()}`,
          ...(view && { [viewHeader]: view.userId }),
        },
        signal: own.signal,
        abandoned: own.signal,
      })
      failures = 0
      onState(true)
      tell('opened')
      if (wasOpen || waited) onReconnect()
      wasOpen = true
      if (response.body !== null)
        await readEvents(response.body, alive, (name, text) => {
          if (name !== 'changed') return
          const event = JSON.parse(text) as LiveEvent
          tell({ event })
          onEvent(event)
        })
    } finally {
      window.clearTimeout(watch)
    }
  }

  const look = () => {
    window.clearTimeout(hiding)
    if (!isHidden()) void connect()
    else hiding = window.setTimeout(() => connection?.abort(), hiddenFor)
  }
  const online = () => {
    failures = 0
    onState(true)
    // The connection from before may be dead without having ended.
    if (connection === undefined) void connect()
    else connection.abort()
  }
  const offline = () => onState(false)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  const leaveSession = onSessionChange((change) => {
    if (change === 'signed-in') online()
    else connection?.abort()
  })
  void connect()
  return () => {
    ended = true
    leaveSession()
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
    window.clearTimeout(again)
    window.clearTimeout(hiding)
    connection?.abort()
    others?.close()
  }
}
