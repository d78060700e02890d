import * as z from 'zod/mini'
import { DateOrInstant, Id, text } from './values.ts'

export const defaultLimit = 20
export const maximumLimit = 3000
/** Pages beyond this one are answered as empty; this bounds the offset. */
export const maximumPage = 1_000_000

/** Values of one filter at most. */
export const maximumFilterValues = 100

/** How a list can be searched by one of its fields. */
export interface ListField {
  /** Where a row has the value, as `buyer.accountName`; by default under the field's name. */
  path?: string
  sort?: true
  /**
   * How the values of a filter are compared: with a part of the text, or with one of the choices, numbers or flags.
   * `exact` filters by an id or an amount; they are for programs, no screen offers them.
   */
  filter?: 'text' | 'choice' | 'number' | 'flag' | 'exact'
  /** Can be filtered by a range of dates. */
  between?: true
}

/** Only rows after the one with this id, in the order of ids: machines read lists of any length with it (wire: search payload). */
export const after = { filter: 'exact' } as const satisfies ListField

export type Fields = Readonly<Record<string, ListField>>
type Having<F, A> = { [N in keyof F]: F[N] extends A ? N : never }[keyof F] & string
type SortOf<F> = Having<F, { sort: true }>
type FilterOf<F> = Having<F, { filter: string }>
type DateOf<F> = Having<F, { between: true }>

/** What server and browser derive from the declaration of a list. */
export interface ListFields<F extends Fields = Fields> {
  fields: F
  /** The fields that identify a row, that of its record first. Every answer includes them. */
  ids: readonly string[]
  /** The default sort. */
  sort: { field: keyof F & string; direction: 'asc' | 'desc' }
}

interface Declaration<I extends Item, F extends Fields> {
  /** The schema of the list's rows. */
  item: I
  /** The fields that identify a row, that of its record first. Every answer includes them. */
  ids: readonly (keyof I['shape'] & string)[]
  /** The default sort; `-name` is descending. */
  sort: NoInfer<SortOf<F> | `-${SortOf<F>}`>
  fields: F
}

/**
 * Declares a list: each of its searchable fields once. The search payload, its type, the browser's columns and the
 * server's table of SQL columns follow from it. Any other field is refused, and the answer lists the valid ones (wire:
 * search payload; threats W1).
 */
export function listOf<I extends Item, const F extends Fields>({ item, ids, sort, fields }: Declaration<I, F>) {
  const names = (can: keyof ListField) => Object.keys(fields).filter((name) => fields[name]?.[can] !== undefined)
  return {
    fields,
    ids,
    sort: { field: sort.replace('-', ''), direction: sort.startsWith('-') ? 'desc' : 'asc' } as ListFields<F>['sort'],
    ...schemas({
      item,
      search: payloadOf<SortOf<F>, FilterOf<F>, DateOf<F>>({
        sort: names('sort'),
        filter: names('filter'),
        dates: names('between'),
        items: itemFields(item, ids),
      }),
    }),
  }
}

/** The browser's build omits these schemas (web/leanContract.ts), because it does not validate lists. */
const schemas = <S>(of: S): S => of

interface Names {
  sort: string[]
  filter: string[]
  dates: string[]
  items: z.ZodMiniType<string[], string[]>
}

/** The search payload. Values within one filter are combined with OR, filters with AND. */
const payloadOf = <S extends string, F extends string, D extends string>({ sort, filter, dates, items }: Names) =>
  z.strictObject({
    limit: z._default(z.int().check(z.minimum(1), z.maximum(maximumLimit)), defaultLimit),
    page: z._default(z.int().check(z.minimum(1), z.maximum(maximumPage)), 1),
    sortBy: z._default(
      z
        .array(z.strictObject({ field: oneOf<S>(sort), direction: z._default(z.enum(['asc', 'desc']), 'asc') }))
        .check(z.maxLength(5)),
      [],
    ),
    filterBy: z._default(
      z
        .array(
          z.strictObject({
            field: oneOf<F>(filter),
            values: z.array(z.union([text(), z.number(), z.boolean()])).check(z.maxLength(maximumFilterValues)),
          }),
        )
        .check(z.maxLength(20)),
      [],
    ),
    filterBetweenDate: z._default(
      z
        .array(
          z.strictObject({
            field: oneOf<D>(dates),
            fromDate: z.optional(z.nullable(DateOrInstant)),
            toDate: z.optional(z.nullable(DateOrInstant)),
          }),
        )
        .check(z.maxLength(10)),
      [],
    ),
    parentAccountId: z.optional(z.nullable(Id)),
    includeChildren: z.optional(z.boolean()),
    fields: z.optional(items),
  })

const oneOf = <N extends string>(names: string[]) => z.enum(names as [N, ...N[]])

type Item = z.ZodMiniObject

/** The valid values of `fields`: the keys of the list's items. The ids are always included. */
function itemFields(item: Item, ids: readonly string[]) {
  const names = Object.keys(item.shape).filter((name) => item.shape[name]?._zod.def.type !== 'optional')
  const asked = z.array(z.enum(names)).check(z.maxLength(names.length))
  return z.pipe(
    asked,
    z.transform((some: string[]) => [...new Set([...ids, ...some])]),
  )
}

/** The fields of every search payload, after validation. */
export interface Search<S extends string = string, F extends string = string, D extends string = string> {
  limit: number
  page: number
  sortBy: { field: S; direction: 'asc' | 'desc' }[]
  filterBy: { field: F; values: (string | number | boolean)[] }[]
  filterBetweenDate: { field: D; fromDate?: string | null | undefined; toDate?: string | null | undefined }[]
  parentAccountId?: string | null | undefined
  includeChildren?: boolean | undefined
  /** Fields that each item of the answer has, in addition to its ids; absent: all. */
  fields?: string[] | undefined
}

/** The search payload of the list with these fields. */
export type SearchOf<F> = Search<SortOf<F>, FilterOf<F>, DateOf<F>>

/** A page of a list: its rows, and the number of matches in all. */
export const pageOf = <T extends z.ZodMiniType>(item: T) => z.object({ items: z.array(item), count: z.int() })

/** Paging parameters of a list that is read with GET. */
export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximumLimit)), defaultLimit),
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximumPage)), 1),
}
