/** Who changed a record last while this tab was open, as far as the stream of changes told. */
import type { LiveChange, LiveKind } from '@trellis/contract/live'

const most = 200
const authors = new Map<string, string>()

export function rememberAuthors(changes: readonly LiveChange[]): void {
  for (const { kind, id, by } of changes) {
    if (id === null || by === null) continue
    const key = `${kind} ${id}`
    authors.delete(key)
    authors.set(key, by)
    const [oldest] = authors.keys()
    if (authors.size > most && oldest !== undefined) authors.delete(oldest)
  }
}

/** The full name; null when it is not known. */
export const authorOf = (kind: LiveKind, id: string): string | null => authors.get(`${kind} ${id}`) ?? null
