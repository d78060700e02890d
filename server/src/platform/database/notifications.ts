import { randomBytes } from 'node:crypto'
import { version } from '../version.ts'
import { Connection } from './connection.ts'
import type { Primary } from './directory.ts'

export interface Channel {
  /**
   * From now on notifications are heard.
   * @param all whether those of every primary are
   */
  began?(all: boolean): void
  heard(payload: string): void
  /**
   * The connection ended: notifications may be missed until it is back.
   * @param concerns whether a tenant's are: of several primaries the others go on
   */
  lost(concerns: (tenantId: string) => boolean): void
}

/** What listens to notifications of PostgreSQL: one connection of the process to each primary. It reconnects by itself. */
export interface Notifications {
  /** Several may listen to one channel; they are called in the order of these calls. Call it before `start`. */
  subscribe(name: string, channel: Channel): void
  /** Connects; resolves also when that fails, and then tries again every second. */
  start(): Promise<void>
  /** Whether all are heard; with a tenant, whether those of its primary are. */
  isListening(tenantId?: string): boolean
  close(): Promise<void>
}

/**
 * Milliseconds between two heartbeats. A connection of which only this side is left, as after a silent failover or an idle
 * firewall, is replaced when one was not heard until the next (threats X15): within twice this time.
 */
export const beat = 3_000

/** Each process has one such connection, which says of which version it is. */
const listenerName = `trellis listener ${version}`

/** @param directUrl an address without a pooler, because a pooler would lend the connection to others */
export function openNotifications(directUrl: string): Notifications {
  const channels = new Map<string, Channel[]>()
  /** Heard by this process alone. */
  const pulse = `trellis_pulse_${randomBytes(8).toString('hex')}`
  let client: Connection | undefined
  let listening = false
  let closed = false
  let again: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const next = new Connection({ connectionString: directUrl, keepAlive: true, application_name: listenerName })
    client = next
    let isAwaited = false
    const beating = setInterval(() => {
      // What has arrived while this process was busy is read before it is missed.
      if (isAwaited) return void setImmediate(() => isAwaited && next.cut())
      isAwaited = true
      next.query(`notify ${pulse}`).catch(() => undefined)
    }, beat)
    beating.unref()
    next.on('notification', ({ channel, payload }) => {
      if (channel === pulse) isAwaited = false
      for (const { heard } of channels.get(channel) ?? []) heard(payload ?? '')
    })
    next.on('end', () => {
      clearInterval(beating)
      listening = false
      for (const { lost } of [...channels.values()].flat()) lost(() => true)
      if (!closed) retry()
    })
    try {
      await next.connect()
      for (const name of [pulse, ...channels.keys()]) await next.query(`listen ${name}`)
      listening = true
      for (const { began } of [...channels.values()].flat()) began?.(true)
    } catch {
      next.cut()
    }
  }
  const retry = () => {
    again = setTimeout(() => void connect(), 1_000)
    again.unref()
  }

  return {
    subscribe: (name, channel) => {
      channels.set(name, [...(channels.get(name) ?? []), channel])
    },
    start: connect,
    isListening: () => listening,
    async close() {
      closed = true
      clearTimeout(again)
      await client?.end().catch(() => {})
    },
  }
}

/** A primary whose notifications are heard, as soon as it can be used. */
interface Heard {
  notifications: Notifications
  concerns(tenantId: string): boolean
}

/**
 * The notifications of several primaries as one.
 * @param onOpened calls with each primary, those of now at once
 * @param residence the name of the primary of a tenant; undefined while it is not known
 */
export function openAllNotifications(
  onOpened: (listener: (primary: Pick<Primary, 'name' | 'directUrl'>) => void) => void,
  count: number,
  residence: (tenantId: string) => string | undefined,
): Notifications {
  const channels: [string, Channel][] = []
  const heard = new Map<string, Heard>()
  let isStarted = false
  let isClosed = false
  const isListening = () =>
    heard.size === count && [...heard.values()].every(({ notifications }) => notifications.isListening())

  onOpened(({ name, directUrl }) => {
    if (isClosed) return
    const notifications = openNotifications(directUrl)
    const concerns = (tenantId: string) => (residence(tenantId) ?? name) === name
    heard.set(name, { notifications, concerns })
    for (const [channel, listener] of channels) add(channel, listener, heard.get(name))
    if (isStarted) void notifications.start()
  })

  function add(name: string, { began, heard: hear, lost }: Channel, one: Heard | undefined): void {
    one?.notifications.subscribe(name, {
      ...(began && { began: () => began(isListening()) }),
      heard: hear,
      lost: () => lost(one.concerns),
    })
  }

  return {
    subscribe(name, channel) {
      channels.push([name, channel])
      for (const one of heard.values()) add(name, channel, one)
    },
    async start() {
      isStarted = true
      await Promise.all([...heard.values()].map(({ notifications }) => notifications.start()))
    },
    isListening(tenantId) {
      const name = tenantId === undefined ? undefined : residence(tenantId)
      return name === undefined ? isListening() : heard.get(name)?.notifications.isListening() === true
    },
    async close() {
      isClosed = true
      await Promise.all([...heard.values()].map(({ notifications }) => notifications.close()))
    },
  }
}
