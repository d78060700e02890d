/** Compares what a record was before a change with what it is after it. Pure functions. */
import { inCamelCase, kindOfField } from '@trellis/contract/audit-fields'

export type Facts = Readonly<Record<string, unknown>>

/** One field. The path has the names of the facts that it is part of: `['prospect', 'city']`. */
export interface Line {
  path: readonly string[]
  before: unknown
  after: unknown
  /** The facts that the field stands in, because a currency may stand beside an amount. */
  beside: { before: Facts; after: Facts }
}

/** An element of a list, such as a line of an order. */
interface Entry {
  key: string
  before: Facts | undefined
  after: Facts | undefined
}

/** A list of elements with fields of their own. */
export interface EntryList {
  path: readonly string[]
  entries: readonly Entry[]
}

export interface Comparison {
  /** Whether it was a change; otherwise the record was created or removed, or only one side was recorded. */
  isChange: boolean
  /** Fields that differ, or all fields that have a value if there is one side only. */
  lines: readonly Line[]
  /** What the change concerns, such as the product whose price changed, and what was said about it. */
  about: readonly Line[]
  /** Fields with the same value on both sides. */
  same: readonly Line[]
  lists: readonly EntryList[]
}

export const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const isEntries = (value: unknown): value is readonly Facts[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFacts)

/** Numbers in rows of the database may be texts: "49.00" and 49 are the same price. */
const isSame = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || canonical(one) === canonical(other)

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (isFacts(value)) {
    const names = Object.keys(value).sort()
    return `{${names.map((name) => `${name}:${canonical(value[name])}`).join()}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** Fields that say which record or part of a record a change concerns. */
const identities = ['productId', 'sku', 'module', 'entry', 'licenseSeatId', 'id', 'name']

/** Compared by the line of an order, because several lines may have the same product. */
const keys = ['orderItemId', ...identities]

/** The keys of elements, numbered, because one may be repeated. */
function keyed(entries: readonly Facts[]): [string, Facts][] {
  const times = new Map<string, number>()
  return entries.map((entry) => {
    const name = keys.find((field) => !isEmpty(entry[field]))
    const key = name === undefined ? '' : String(entry[name])
    const time = (times.get(key) ?? 0) + 1
    times.set(key, time)
    return [`${key}#${time}`, entry]
  })
}

/** An element may also be recorded as one, with what it was and what it is: `{ productId, before, after }`. */
function sidesOf(entry: Facts): { before: Facts | undefined; after: Facts | undefined } | undefined {
  if (!('before' in entry || 'after' in entry)) return undefined
  const { before, after, ...identity } = entry
  const side = (value: unknown) =>
    isEmpty(value) ? undefined : isFacts(value) ? { ...identity, ...value } : { ...identity, customPrice: value }
  return { before: side(before), after: side(after) }
}

function entriesOf(before: readonly Facts[], after: readonly Facts[]): Entry[] {
  const found = new Map<string, Entry>()
  for (const [key, entry] of keyed(before)) found.set(key, { key, before: entry, after: undefined })
  for (const [key, entry] of keyed(after))
    found.set(key, { key, ...(sidesOf(entry) ?? { before: found.get(key)?.before, after: entry }) })
  return [...found.values()].filter((entry) => !isSame(entry.before, entry.after))
}

/** A product is shown once, and the id of a line says nothing. */
const isShownOtherwise = (name: string | undefined, facts: Facts) =>
  !isEmpty(facts.productId) && (name === 'productName' || name === 'sku' || name === 'orderItemId')

const namesOf = (before: Facts, after: Facts) => [...new Set([...Object.keys(before), ...Object.keys(after)])]

/** All fields of an element: the one that identifies it, and the others that differ. */
export function linesOfEntry({ before, after }: Entry): { identity: Line | undefined; others: Line[] } {
  const beside = { before: before ?? {}, after: after ?? {} }
  const lines = namesOf(beside.before, beside.after)
    .map((name): Line => ({ path: [name], before: before?.[name], after: after?.[name], beside }))
    .filter(({ path: [name] }) => !isShownOtherwise(name, { ...beside.before, ...beside.after }))
  const name = identities.find((field) => lines.some(({ path }) => path[0] === field))
  const identity = lines.find(({ path }) => path[0] === name)
  return { identity, others: lines.filter((line) => line !== identity && !isSame(line.before, line.after)) }
}

interface Audited {
  entity: string
  entityId: string
  before: unknown
  after: unknown
}

export function comparisonOf({ entity, entityId, before, after }: Audited): Comparison {
  const isChange = before !== null && before !== undefined && after !== null && after !== undefined
  const lines: Line[] = []
  const about: Line[] = []
  const same: Line[] = []
  const lists: EntryList[] = []

  const take = (line: Line) => {
    const name = line.path.at(-1) as string
    const inBefore = Object.hasOwn(line.beside.before, name)
    const inAfter = Object.hasOwn(line.beside.after, name)
    const kind = kindOfField(entity, name)
    const isIdentity = identities.includes(inCamelCase(name)) || name === 'deviceUuid' || kind === 'account'
    if (!isChange) {
      if (!isEmpty(line.before ?? line.after) && (line.before ?? line.after) !== entityId) lines.push(line)
    } else if (isSame(line.before, line.after)) {
      if (isIdentity && name !== 'name' && !isEmpty(line.after)) about.push(line)
      else if (!isEmpty(line.after)) same.push(line)
    } else if (!inBefore || (!inAfter && isIdentity)) about.push(line)
    else lines.push(line)
  }

  const walk = (from: Facts, to: Facts, path: readonly string[]) => {
    for (const name of namesOf(from, to)) {
      if (isShownOtherwise(name, { ...from, ...to })) continue
      const line: Line = {
        path: [...path, name],
        before: from[name],
        after: to[name],
        beside: { before: from, after: to },
      }
      const { before: one, after: other } = line
      if (kindOfField(entity, name) === 'anything') take(line)
      else if (isFacts(one) || isFacts(other)) walk(isFacts(one) ? one : {}, isFacts(other) ? other : {}, line.path)
      else if (isEntries(one) || isEntries(other)) {
        const entries = entriesOf(isEntries(one) ? one : [], isEntries(other) ? other : [])
        if (entries.length > 0) lists.push({ path: line.path, entries })
      } else take(line)
    }
  }
  const facts = (value: unknown): Facts => (isFacts(value) ? value : isEmpty(value) ? {} : { value })
  walk(facts(before), facts(after), [])
  return { isChange, lines, about, same, lists }
}
