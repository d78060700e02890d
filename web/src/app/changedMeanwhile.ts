import { isProblem, ProblemError } from './problem.ts'
import { withVersion } from './versions.ts'

/** An error that marks each of these fields as changed by somebody else. */
export const changedMeanwhile = (paths: readonly string[]): ProblemError =>
  new ProblemError({
    code: 'RQ409',
    status: 409,
    message: 'Changed by somebody else meanwhile',
    info: { issues: paths.map((path) => ({ path, code: 'custom', message: 'changed_meanwhile' })) },
  })

/** The record as it is now, if a change was refused because somebody else was first (RQ412), else null. */
export function currentOf<T extends object>(error: unknown): T | null {
  if (!isProblem(error, 'RQ412')) return null
  const { current, etag } = error.info as { current: T | null; etag: string | null }
  return withVersion(current, etag)
}

/** Tries of one save while others go on changing the record. */
const most = 5

/**
 * Saves what was typed over a record that others change too: what they changed in other fields stays. Where both changed the same field, it
 * is refused once, at these fields.
 * @param save sends the change of this record, with its version
 * @param clashesOf the paths of the fields that were changed here, and by others from `seen` to `now`
 */
export async function saveOver<T extends object>(
  seen: { current: T },
  save: (record: T) => Promise<unknown>,
  clashesOf: (now: T, seen: T) => readonly string[],
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await save(seen.current)
      return
    } catch (error) {
      const now = currentOf<T>(error)
      if (now === null) throw error
      const both = tries < most ? clashesOf(now, seen.current) : ['name']
      seen.current = now
      if (both.length > 0) throw changedMeanwhile(both)
    }
  }
}
