import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, mainPrimary, type PrimaryAddress } from '../config.ts'
import { Unavailable } from '../refusal.ts'
import { openKeyed, type Secrets } from '../secrets.ts'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import type { Directory, Primary } from './directory.ts'
import { joinPrimaries } from './primaries.ts'
import { waitForDatabase } from './wait.ts'

export interface Installation {
  db: Database
  /** Which primary a tenant lives in. */
  directory: Pick<Directory, 'remembered'>
  /** Calls the listener with each primary that can be used, `main` first: those of now at once. */
  onOpened(listener: (primary: Primary) => void): void
}

interface Opening extends DatabaseOptions {
  config: Pick<Config, 'databasePrimaries'>
  url: string
  directUrl: string
  secrets: Secrets
  /** Brings the schema of a further primary to the present one, and gives it what the installation has in `main`. */
  prepare(directUrl: string): Promise<unknown>
  /** Milliseconds between two tries to open one that did not answer. */
  pause?: number
  /** What is said when a further primary cannot be used, and when it can again. */
  say(line: string): void
}

/** How long a start waits for a further primary, which may be dead: it is tried again later. In milliseconds. */
const firstPatience = 3_000

/** Opens all primaries of the configuration (decision 179). `main` must answer; of the others, those that do. */
export async function openInstallation({
  config,
  url,
  prepare,
  say,
  pause = 5_000,
  ...options
}: Opening): Promise<Installation> {
  const { directUrl } = options
  const main: Primary = { name: mainPrimary, directUrl, db: await openDatabase(url, options), isOpen: true }
  const listeners: ((primary: Primary) => void)[] = []
  const opened = [main]
  const onOpened: Installation['onOpened'] = (listener) => {
    listeners.push(listener)
    for (const primary of opened) listener(primary)
  }
  if (config.databasePrimaries.length === 0) return { db: main.db, directory: { remembered: () => main }, onOpened }

  const closing = new AbortController()
  const others = config.databasePrimaries.map((address): { primary: Primary; open(): Promise<void> } => {
    const primary: Primary = { name: address.name, directUrl: address.url, db: absent(options.secrets), isOpen: false }
    return {
      primary,
      async open() {
        const db = await openOther(address)
        if (closing.signal.aborted) return db.close()
        primary.db = db
        primary.isOpen = true
        opened.push(primary)
        for (const listener of listeners) listener(primary)
      },
    }
  })
  async function openOther({ name, url, replicaUrl }: PrimaryAddress): Promise<Database> {
    await waitForDatabase(url, { variable: `DATABASE_PRIMARIES, ${name}`, patience: firstPatience })
    await prepare(url)
    return openDatabase(url, { ...options, name, directUrl: url, replicaUrl })
  }
  async function keepTrying({ primary, open }: (typeof others)[number]): Promise<void> {
    for (;;) {
      await sleep(pause, undefined, { ref: false, signal: closing.signal })
      try {
        await open()
        say(`The primary ${primary.name} is in use.`)
        return
      } catch {
        // It was said.
      }
    }
  }
  await Promise.all(
    others.map((other) =>
      other.open().catch((error: Error) => {
        say(`The primary ${other.primary.name} is not in use, and is tried again: ${error.message}`)
        void keepTrying(other).catch(() => undefined)
      }),
    ),
  )
  const all = [main, ...others.map(({ primary }) => primary)]
  return { ...joinPrimaries(all, () => closing.abort()), onOpened }
}

/** Stands for a primary that has not answered yet. */
function absent(secrets: Secrets): Database {
  const refuse = (): never => {
    throw new Unavailable('database', 'The database is not available')
  }
  const refused = async () => refuse()
  const keyed = openKeyed(secrets)
  const reader = { keyed, rows: refused, row: refused, json: refused }
  const self: Database = {
    get pool() {
      return refuse()
    },
    get background() {
      return self
    },
    get primaries() {
      return []
    },
    replica: null,
    read: () => reader,
    readLagging: () => reader,
    atOnce: () => reader,
    write: refused,
    administer: refused,
    shared: { ...reader, run: refused },
    everywhere: { each: refused, find: refused },
    weakness: null,
    close: async () => undefined,
  }
  return self
}
