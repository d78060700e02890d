import { type Compare, type Filter, parse, type Suffix } from 'scim2-parse-filter'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { wrong } from './errors.ts'
import { attributeOf } from './names.ts'

/** A filter has so many characters and comparisons at most. The parser calls itself for each bracket. */
const maximumFilter = 2_000
const maximumComparisons = 40

/** What an attribute is compared by. A text that is `exact` is compared with regard to case. */
type Attribute =
  | { kind: 'text' | 'exact' | 'address' | 'instant' | 'boolean'; is: Sql }
  /** Its only values, whatever it is compared with: `emails.type` is always `work`. */
  | { kind: 'constant'; is: string | boolean }
export type Attributes = Readonly<Record<string, Attribute>>
/** Attributes of several values: SQL that one of the values fulfils a condition, which is about the attributes below it. */
export type Several = Readonly<Record<string, (condition: Sql) => Sql>>

const invalid = (detail: string) => wrong('invalidFilter', detail)

/** The parts of a filter. Refuses `invalidFilter` for one that is not understood. */
export function parsed(text: string): Filter {
  if (text.length > maximumFilter) throw invalid(`A filter has ${maximumFilter} characters at most`)
  try {
    return parse(text)
  } catch {
    throw invalid('The filter is not understood')
  }
}

/** SQL condition of a filter (RFC 7644, 3.4.2.2). Refuses `invalidFilter`, also for attributes that cannot be compared. */
export function conditionOf(text: string, attributes: Attributes, several: Several = {}): Sql {
  let left = maximumComparisons
  const severalOf = (name: string) => (Object.hasOwn(several, name) ? several[name] : undefined)

  function of(filter: Filter, parent: string): Sql {
    if (filter.op === 'and' || filter.op === 'or') {
      const parts = filter.filters.map((part) => of(part, parent))
      return sql`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`
    }
    if (filter.op === 'not') return sql`(not coalesce(${of(filter.filter, parent)}, false))`
    if (filter.op === '[]') {
      const name = parent + attributeOf(filter.attrPath)
      const one = of(filter.valFilter, `${name}.`)
      return severalOf(name)?.(one) ?? one
    }
    left -= 1
    if (left < 0) throw invalid(`A filter has ${maximumComparisons} comparisons at most`)
    return one(filter as Compare | Suffix, parent)
  }

  function one(filter: Compare | Suffix, parent: string): Sql {
    const path = attributeOf(filter.attrPath)
    const among = parent === '' ? severalOf(path.split('.')[0] ?? '') : undefined
    // None of them is equal, which is what who asks for `ne` means.
    if (among && filter.op === 'ne') return sql`(not ${one({ ...filter, op: 'eq' }, parent)})`
    const name = among && !path.includes('.') ? `${path}.value` : parent + path
    const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (attribute === undefined) throw invalid(`${filter.attrPath} cannot be compared`)
    const condition =
      filter.op !== 'pr'
        ? compared(attribute, filter.op, filter.compValue, filter.attrPath)
        : attribute.kind === 'constant'
          ? sql`true`
          : sql`(${attribute.is} is not null)`
    return among?.(condition) ?? condition
  }

  return of(parsed(text), '')
}

type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'lt' | 'ge' | 'le'
const orders: Partial<Record<Operator, string>> = { gt: '>', ge: '>=', lt: '<', le: '<=' }

function compared(attribute: Attribute, op: Operator, value: unknown, name: string): Sql {
  if (op === 'ne') return sql`(not coalesce(${compared(attribute, 'eq', value, name)}, false))`
  if (attribute.kind === 'constant') {
    if (op !== 'eq') throw invalid(`${name} can be compared by eq and ne only`)
    return String(attribute.is).toLowerCase() === String(value).toLowerCase() ? sql`true` : sql`false`
  }
  if (value === null) return op === 'eq' ? sql`(${attribute.is} is null)` : sql`false`
  if (attribute.kind === 'boolean') {
    const text = String(value).toLowerCase()
    if (op !== 'eq' || (text !== 'true' && text !== 'false')) throw invalid(`${name} is true or false`)
    return sql`(${attribute.is} = ${text === 'true'})`
  }
  if (typeof value !== 'string') throw invalid(`${name} is compared with a text`)
  if (attribute.kind === 'instant') return instants(attribute.is, op, value, name)
  return texts(attribute, op, value)
}

function instants(is: Sql, op: Operator, value: string, name: string): Sql {
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(value) ||
    Number.isNaN(Date.parse(value))
  )
    throw invalid(`${name} is compared with an instant such as 2026-01-31T12:00:00Z`)
  const at = sql`${new Date(value).toISOString()}::timestamptz`
  // Answers have milliseconds, and a value that was read has to be found again.
  const shown = sql`date_trunc('milliseconds', ${is})`
  if (op === 'eq') return sql`(${shown} = ${at})`
  const order = orders[op]
  if (order === undefined) throw invalid(`${name} has no parts to compare`)
  return sql`(${shown} ${sql.raw(order)} ${at})`
}

function texts({ kind, is }: Exclude<Attribute, { kind: 'constant' }>, op: Operator, value: string): Sql {
  // By its index: a directory looks up each of its people by the address.
  if (kind === 'address' && op === 'eq') return sql`(${is} = ${value}::citext)`
  const folded = (text: Sql) => (kind === 'exact' ? sql`${text}` : sql`lower(${text}::text)`)
  const [own, given] = [folded(is), folded(sql`${value}::text`)]
  if (op === 'eq') return sql`(${own} = ${given})`
  if (op === 'co') return sql`(strpos(${own}, ${given}) > 0)`
  if (op === 'sw') return sql`starts_with(${own}, ${given})`
  if (op === 'ew') return sql`(right(${own}, length(${given})) = ${given} or ${given} = '')`
  return sql`(${own} collate "C" ${sql.raw(orders[op] ?? '=')} ${given} collate "C")`
}
