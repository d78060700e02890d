import type { Endpoint } from '@trellis/contract/endpoint'
import { readerOf } from '@trellis/contract/row-path'

/** One way to ask for a list: a name, and what is added to the search payload. */
export interface Variant {
  name: string
  search: object
  /** A sort, a filter by a whole value (choice, flag, id, amount), one by a part of a text, or a range of dates. */
  kind: 'plain' | 'sort' | 'exact' | 'part' | 'words' | 'dates'
}

/** Filters whose values no row shows. */
const special: Record<string, (string | boolean)[]> = {
  needsMe: [true],
  belowThreshold: [true],
  externalId: ['erp:1'],
  forecastMonth: ['none'],
  window: ['30'],
  state: ['active'],
  type: ['full'],
}
/** At most so many values of a choice, each as a filter. */
const mostChoices = 4

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '/')

/** Every sort and filter that a list offers, with values that its rows have. */
export function variantsOf(
  { list }: Endpoint,
  rows: readonly object[],
  given: Readonly<Record<string, readonly (string | number | boolean)[]>> = {},
): Variant[] {
  const variants: Variant[] = [{ name: 'plain', search: {}, kind: 'plain' }]
  const add = (kind: Variant['kind'], name: string, search: object) => variants.push({ name, search, kind })
  for (const [field, { sort, filter, between, path = field }] of Object.entries(list?.fields ?? {})) {
    if (sort)
      for (const direction of ['asc', 'desc'])
        add('sort', `by ${field}${direction === 'desc' ? ' descending' : ''}`, { sortBy: [{ field, direction }] })
    if (between) {
      for (const [name, from, to] of [
        ['a month', 60, 30],
        ['half a year', 200, 20],
      ] as const)
        add('dates', `${field}: ${name}`, { filterBetweenDate: [{ field, fromDate: day(from), toDate: day(to) }] })
    }
    if (filter === undefined) continue
    const read = readerOf(path)
    const shown = rows
      .map((row) => given[field]?.[0] ?? read(row))
      .filter((value) => value !== null && value !== undefined && value !== '')
    const values = given[field] ?? special[field] ?? [...new Set(shown)]
    const by = (value: unknown) => ({ filterBy: [{ field, values: [value] }] })
    if (field === 'anything') {
      for (const [name, word] of Object.entries({
        'a word': 'bench',
        'a word of few': '17',
        'a word of none': 'zzyzx',
      }))
        add('words', `${field}: ${name}`, by(word))
    } else if (filter === 'text') {
      const [text] = values.map(String)
      if (text === undefined) continue
      add('part', `${field}: whole`, by(text))
      add('part', `${field}: a part`, by(text.slice(-4)))
    } else if (filter === 'flag') {
      for (const value of special[field] ?? [true, false]) add('exact', `${field}: ${value}`, by(value))
    } else {
      for (const value of values.slice(0, filter === 'choice' ? mostChoices : 1))
        add('exact', filter === 'choice' ? `${field}: ${String(value)}` : field, by(value))
    }
  }
  return variants
}
