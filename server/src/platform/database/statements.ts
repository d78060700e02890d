import { createHash } from 'node:crypto'

/**
 * A statement that is prepared by its name on each connection that asks it.
 *
 * PostgreSQL plans a prepared statement anew five times on each connection, and then keeps one plan for all values if that is no
 * dearer. Five plans of a list are 15 ms of processor time, its execution 0.9. What PostgreSQL decided on one connection is
 * therefore asked once (`isUndecided`) and holds for those that are opened later (`isGeneral`).
 */
export interface Prepared {
  readonly text: string
  readonly name: string
  /** One plan serves all values; undefined as long as it is not known. */
  isGeneral: boolean | undefined
  /** Since it was prepared first, or since the decision. */
  uses: number
  decidedAt: number
}

/** Executions on one connection after which PostgreSQL has decided. */
export const usesUntilDecided = 6

/** Texts that are known to this process at most; beyond, the half that was used least recently is forgotten. */
const most = 1000
/** After this many uses and milliseconds a decision is taken again, because the tables may have grown. */
const renewal = { uses: 1000, age: 3_600_000 }

/** In the order of their last use. */
const known = new Map<string, Prepared>()

/** The statement of this text: always the same object, so that the driver compares one and the same text. */
export function preparedOf(text: string): Prepared {
  const found = known.get(text)
  if (found === undefined) return add(text, createHash('sha1').update(text).digest('base64url'))
  found.uses += 1
  // The text that is known, whose hash is known as well.
  known.delete(found.text)
  known.set(found.text, found)
  if (!found.isGeneral || found.uses <= renewal.uses || performance.now() - found.decidedAt <= renewal.age) return found
  // Under another name, so that PostgreSQL begins anew on each connection.
  return add(found.text, `${found.name.slice(0, 27)}.${Math.round(performance.now())}`)
}

function add(text: string, name: string): Prepared {
  const added: Prepared = { text, name, isGeneral: undefined, uses: 1, decidedAt: 0 }
  known.set(text, added)
  if (known.size > most) for (const oldest of [...known.keys()].slice(0, most / 2)) known.delete(oldest)
  return added
}

export function decide(statement: Prepared, isGeneral: boolean): void {
  Object.assign(statement, { isGeneral, uses: 0, decidedAt: performance.now() })
}
