import { Unavailable } from '../refusal.ts'
import { codeOf } from './connection.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** SQLSTATE of `enter_tenant`: the tenant lives in another primary. Nothing was read or written. */
export const movedAway = 'TR001'

/** A PostgreSQL server that takes writes, with the tenants that live in it (decision 179). */
export interface Primary {
  name: string
  /** The tenants of this server alone. */
  db: Database
  /** The owner's URL without a pooler. */
  directUrl: string
  /** False until it has answered for the first time. */
  isOpen: boolean
}

/** Which primary each tenant lives in. The primaries themselves know; what they have said is remembered. */
export interface Directory {
  of(tenantId: string): Promise<Primary>
  /** What is remembered; undefined before the tenant was asked for. */
  remembered(tenantId: string): Primary | undefined
  /**
   * Does something in the primary of the tenant, and once more in another one when it has moved meanwhile. Only for work that a refusal by
   * `enter_tenant` leaves without effect.
   */
  at<T>(tenantId: string, work: (db: Database) => Promise<T>): Promise<T>
}

const fail = (): never => {
  throw new Error('It does not live here')
}

export function openDirectory(primaries: readonly Primary[]): Directory {
  const known = new Map<string, Primary>()
  const asking = new Map<string, Promise<Primary>>()

  async function ask(tenantId: string): Promise<Primary> {
    const [main] = primaries
    if (main === undefined) throw new Error('There is no primary')
    if (tenantId === '') return main
    const answers = primaries.map(async (primary) => {
      const row = await primary.db.shared.row<{ residence: 'here' | 'moved' | null }>(sql`
        select residence_of(${tenantId}) as residence`)
      return { primary, residence: row?.residence ?? null }
    })
    // The first that has it: a dead one delays nobody who lives elsewhere.
    const found = await Promise.any(
      answers.map(async (each) => ((await each).residence === 'here' ? each : fail())),
    ).catch(() => undefined)
    if (found) {
      known.set(tenantId, found.primary)
      return found.primary
    }
    // It lives in one that does not answer, perhaps, or is just arriving.
    for (const answer of await Promise.allSettled(answers))
      if (answer.status === 'rejected' || answer.value.residence === 'moved')
        throw new Unavailable('database', 'The database is not available')
    return main
  }

  const directory: Directory = {
    remembered: (tenantId) => known.get(tenantId),
    of(tenantId) {
      const present = known.get(tenantId)
      if (present) return Promise.resolve(present)
      const answer = asking.get(tenantId) ?? ask(tenantId).finally(() => asking.delete(tenantId))
      asking.set(tenantId, answer)
      return answer
    },
    async at(tenantId, work) {
      const first = await directory.of(tenantId)
      try {
        return await work(first.db)
      } catch (error) {
        if (codeOf(error) !== movedAway) throw error
        if (known.get(tenantId) === first) known.delete(tenantId)
        return work((await directory.of(tenantId)).db)
      }
    },
  }
  return directory
}
