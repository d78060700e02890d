import { randomBytes } from 'node:crypto'
import { version } from '../version.ts'
import { Connection } from './connection.ts'

export interface Channel {
  /** From now on all notifications are heard. */
  began?(): void
  heard(payload: string): void
  /** The connection ended: notifications may be missed until it is back. */
  lost(): void
}

/** The one connection of the process that listens to notifications of PostgreSQL. It reconnects by itself. */
export interface Notifications {
  /** Several may listen to one channel; they are called in the order of these calls. Call it before `start`. */
  subscribe(name: string, channel: Channel): void
  /** Connects; resolves also when that fails, and then tries again every second. */
  start(): Promise<void>
  isListening(): boolean
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
      for (const { lost } of [...channels.values()].flat()) lost()
      if (!closed) retry()
    })
    try {
      await next.connect()
      for (const name of [pulse, ...channels.keys()]) await next.query(`listen ${name}`)
      listening = true
      for (const { began } of [...channels.values()].flat()) began?.()
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
