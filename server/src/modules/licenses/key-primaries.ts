import { codeOf } from '../../platform/database/connection.ts'
import type { Database, Shared } from '../../platform/database/database.ts'
import { movedAway } from '../../platform/database/directory.ts'

/** Keys whose primary is remembered: 100 bytes each. */
const most = 100_000

/**
 * Asks the primary in which a serial key is (decision 179). A device names no tenant, so each primary is asked until one knows the key;
 * that one is asked first the next time. Undefined when none knows it.
 */
export type AtKey = <T>(serialKey: string, ask: (shared: Shared) => Promise<T | undefined>) => Promise<T | undefined>

export function openKeyPrimaries({ everywhere, primaries }: Pick<Database, 'everywhere' | 'primaries'>): AtKey {
  if (primaries.length === 1) return (_, ask) => everywhere.find(ask)
  const known = new Map<string, Shared>()
  return async (serialKey, ask) => {
    const last = known.get(serialKey)
    if (last) {
      const answer = await ask(last).catch((error: unknown) => {
        if (codeOf(error) !== movedAway) throw error
        return undefined
      })
      if (answer !== undefined) return answer
      known.delete(serialKey)
    }
    return everywhere.find(async (shared) => {
      const answer = await ask(shared)
      if (answer === undefined) return undefined
      known.set(serialKey, shared)
      for (const oldest of known.keys()) {
        if (known.size <= most) break
        known.delete(oldest)
      }
      return answer
    })
  }
}
