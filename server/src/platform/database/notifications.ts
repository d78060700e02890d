import { Connection } from './connection.ts'

export interface Channel {
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

/** @param directUrl an address without a pooler, because a pooler would lend the connection to others */
export function openNotifications(directUrl: string): Notifications {
  const channels = new Map<string, Channel[]>()
  let client: Connection | undefined
  let listening = false
  let closed = false
  let again: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const next = new Connection({ connectionString: directUrl, keepAlive: true, application_name: 'trellis listener' })
    client = next
    next.on('notification', ({ channel, payload }) => {
      for (const { heard } of channels.get(channel) ?? []) heard(payload ?? '')
    })
    next.on('end', () => {
      listening = false
      for (const { lost } of [...channels.values()].flat()) lost()
      if (!closed) retry()
    })
    try {
      await next.connect()
      for (const name of channels.keys()) await next.query(`listen ${name}`)
      listening = true
    } catch {
      await next.end().catch(() => {})
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
