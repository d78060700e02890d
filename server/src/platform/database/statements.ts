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

/** Stands in the steps of a statement for a value, whose text is `$` and a number. */
export const value = Symbol('value')
/** What a statement is made of: the texts of a template, a text by itself, or a value. */
export type Step = readonly string[] | string | typeof value

interface Known {
  prepared: Prepared
  usedLast: number
}

const known = new Map<string, Known>()
let used = 0

/**
 * Statements by what they are made of, at the sum that `signOf` makes of it. A template has the same array of texts each time, so a statement
 * that was asked before is recognized by comparing references. Before, its text of 4 to 11 kB was put together and hashed in each request,
 * a tenth of the server's part of a list.
 */
let shapes = new Map<number, { steps: readonly Step[]; known: Known }[]>()
let shapesKept = 0
/** A text that is put together in different ways has several. */
const mostShapes = 2 * most

/** The statement of this text: always the same object, so that the driver compares one and the same text. */
export function preparedOf(steps: readonly Step[], textOf: () => string): Prepared {
  const sign = signOf(steps)
  const alike = shapes.get(sign)
  const found = alike?.find((shape) => isSame(shape.steps, steps))?.known ?? remember(steps, sign, textOf())
  found.usedLast = ++used
  const { prepared } = found
  prepared.uses += 1
  if (prepared.isGeneral && prepared.uses > renewal.uses && performance.now() - prepared.decidedAt > renewal.age)
    // Under another name, so that PostgreSQL begins anew on each connection.
    found.prepared = begun(prepared.text, `${prepared.name.slice(0, 27)}.${Math.round(performance.now())}`)
  return found.prepared
}

/** Cheap, and not unique. */
function signOf(steps: readonly Step[]): number {
  let sign = steps.length
  for (const step of steps) {
    const of = step === value ? 7 : typeof step === 'string' ? step.length : (step[0] as string).length + step.length
    sign = (Math.imul(sign, 31) + of) | 0
  }
  return sign
}

function isSame(one: readonly Step[], other: readonly Step[]): boolean {
  if (one.length !== other.length) return false
  for (let n = 0; n < one.length; n++) if (one[n] !== other[n]) return false
  return true
}

function remember(steps: readonly Step[], sign: number, text: string): Known {
  const entry = known.get(text) ?? add(text)
  if (shapesKept === mostShapes) forgetShapes()
  shapesKept += 1
  const alike = shapes.get(sign)
  if (alike === undefined) shapes.set(sign, [{ steps, known: entry }])
  else alike.push({ steps, known: entry })
  return entry
}

function forgetShapes(): void {
  shapes = new Map()
  shapesKept = 0
}

function add(text: string): Known {
  if (known.size === most) forgetOldest()
  const entry = { prepared: begun(text, createHash('sha1').update(text).digest('base64url')), usedLast: used }
  known.set(text, entry)
  return entry
}

function forgetOldest(): void {
  const byAge = [...known].sort(([, one], [, other]) => one.usedLast - other.usedLast)
  for (const [text] of byAge.slice(0, most / 2)) known.delete(text)
  forgetShapes()
}

const begun = (text: string, name: string): Prepared => ({ text, name, isGeneral: undefined, uses: 0, decidedAt: 0 })

/** The texts of kept pieces, so that equal ones are one array: each session has pieces of its own. */
const kept = new Map<string, readonly string[]>()
const mostKept = 200

export function sameTexts(texts: readonly string[]): readonly string[] {
  const key = texts.join('\0')
  const same = kept.get(key) ?? texts
  if (kept.size === mostKept && same === texts) kept.clear()
  kept.set(key, same)
  return same
}

export function decide(statement: Prepared, isGeneral: boolean): void {
  Object.assign(statement, { isGeneral, uses: 0, decidedAt: performance.now() })
}
