import { Unavailable } from '../refusal.ts'
import type { Keyed } from '../secrets.ts'
import type { Database, Everywhere, Shared } from './database.ts'
import { type Directory, openDirectory, type Primary } from './directory.ts'
import type { FairPool } from './pool.ts'
import type { Replica } from './replica.ts'
import type { Context, Reader } from './tx.ts'

/** Several primaries, of which each tenant lives in one, as one database (decision 179). Together with which one that is. */
export function joinPrimaries(
  primaries: readonly Primary[],
  onClose: () => void = () => undefined,
): { db: Database; directory: Directory } {
  const directory = openDirectory(primaries)
  const background = join(primaries, directory, (db) => db.background)
  const db = join(primaries, directory, (each) => each, background, onClose)
  return { db, directory }
}

/** @param part what is used of the primary that the directory names: itself, or what does its background work */
function join(
  primaries: readonly Primary[],
  directory: Directory,
  part: (db: Database) => Database,
  background?: Database,
  onClose?: () => void,
): Database {
  // Not once for all: one that did not answer at first is opened later.
  const parts = () => primaries.map(({ db }) => part(db))
  const shared = () => parts().map((db) => db.shared)
  const [main] = parts()
  if (main === undefined) throw new Error('There is no primary')
  const at = <T>(tenantId: string, work: (db: Database) => Promise<T>) => directory.at(tenantId, (db) => work(part(db)))
  const where = async (tenantId: string) => part((await directory.of(tenantId)).db)
  const reading =
    (kind: 'read' | 'readLagging' | 'atOnce') =>
    (context: Context): Reader => ({
      keyed: main.shared.keyed,
      rows: (query) => at(context.tenantId, (db) => db[kind](context).rows(query)),
      row: (query) => at(context.tenantId, (db) => db[kind](context).row(query)),
      json: (query) => at(context.tenantId, (db) => db[kind](context).json(query)),
    })
  const pool: FairPool = {
    driver: main.pool.driver,
    waits: main.pool.waits,
    waiting: 0,
    use: async (whose, long, work) => (await where(whose)).pool.use(whose, long, work),
    borrow: async (whose, long, patience) => (await where(whose)).pool.borrow(whose, long, patience),
    end: () => main.pool.end(),
  }
  const self: Database = {
    pool,
    primaries,
    get background() {
      return background ?? self
    },
    get replica() {
      return together(parts().flatMap(({ replica }) => replica ?? []))
    },
    read: reading('read'),
    readLagging: reading('readLagging'),
    atOnce: reading('atOnce'),
    write: (context, work) => at(context.tenantId, (db) => db.write(context, work)),
    administer: (context, work) => at(context.tenantId, (db) => db.administer(context, work)),
    shared: firstThatAnswers(main.shared.keyed, shared),
    everywhere: everywhere(shared),
    get weakness() {
      return parts().find(({ weakness }) => weakness !== null)?.weakness ?? null
    },
    async close() {
      onClose?.()
      await Promise.all(parts().map((each) => each.close()))
    },
  }
  return self
}

/**
 * Rows of the installation, which stand in every primary or are worth little (counters of attempts): asked of the first one, and while
 * that does not answer of the next.
 */
function firstThatAnswers(keyed: Keyed, all: () => Shared[]): Shared {
  const ask = async <T>(work: (shared: Shared) => Promise<T>): Promise<T> => {
    const [first, ...others] = all()
    if (first === undefined) throw new Error('There is no primary')
    try {
      return await work(first)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      for (const other of others) {
        try {
          return await work(other)
        } catch {
          // The next one; what is told is why the first one cannot be used.
        }
      }
      throw error
    }
  }
  return {
    keyed,
    rows: (query) => ask((shared) => shared.rows(query)),
    row: (query) => ask((shared) => shared.row(query)),
    json: (query) => ask((shared) => shared.json(query)),
    run: (query) => ask((shared) => shared.run(query)),
  }
}

const everywhere = (all: () => Shared[]): Everywhere => ({
  each: (ask, memory) =>
    Promise.all(
      all().map(async (shared) => {
        try {
          const answer = await ask(shared)
          memory?.set(shared, answer)
          return answer
        } catch (error) {
          const last = memory?.get(shared)
          if (last === undefined) throw error
          return last
        }
      }),
    ),
  async find(ask) {
    const answers = all().map(ask)
    const present = answers.map(async (answer) => {
      const value = await answer
      if (value === undefined) throw new Error('It is not here')
      return value
    })
    try {
      return await Promise.any(present)
    } catch {
      await Promise.all(answers)
      return undefined
    }
  },
})

/** The replicas of several primaries, as far as they are asked together; a read goes to that of its tenant's primary. */
function together(replicas: Replica[]): Replica | null {
  const [first, ...others] = replicas
  if (first === undefined || others.length === 0) return first ?? null
  return {
    ...first,
    get age() {
      return Math.max(...replicas.map(({ age }) => age))
    },
    caughtUp: async () => void (await Promise.all(replicas.map((each) => each.caughtUp()))),
  }
}
