import * as z from 'zod/mini'
import { DateOrInstant, Id, text } from './values.ts'

export const defaultLimit = 20
export const maximumLimit = 3000
/** Pages beyond this one are answered as empty; this bounds the offset. */
export const maximumPage = 1_000_000

/**
 * The search payload of one list, with its sortable and filterable fields. Any other field is refused, and the answer
 * lists the valid ones (wire: search payload; threats W1). Values within one filter are combined with OR, filters with
 * AND. `item` is the schema of the list's rows and `ids` are its id fields, for `fields`.
 */
export function searchOf<
  const S extends readonly [string, ...string[]],
  const F extends readonly [string, ...string[]],
  const D extends readonly [string, ...string[]],
>(fields: { sort: S; filter: F; dates: D; item: Item; ids: readonly string[] }) {
  return z.strictObject({
    limit: z._default(z.int().check(z.minimum(1), z.maximum(maximumLimit)), defaultLimit),
    page: z._default(z.int().check(z.minimum(1), z.maximum(maximumPage)), 1),
    sortBy: z._default(
      z
        .array(z.strictObject({ field: z.enum(fields.sort), direction: z._default(z.enum(['asc', 'desc']), 'asc') }))
        .check(z.maxLength(5)),
      [],
    ),
    filterBy: z._default(
      z
        .array(
          z.strictObject({
            field: z.enum(fields.filter),
            values: z.array(z.union([text(), z.number(), z.boolean()])).check(z.maxLength(100)),
          }),
        )
        .check(z.maxLength(20)),
      [],
    ),
    filterBetweenDate: z._default(
      z
        .array(
          z.strictObject({
            field: z.enum(fields.dates),
            fromDate: z.optional(z.nullable(DateOrInstant)),
            toDate: z.optional(z.nullable(DateOrInstant)),
          }),
        )
        .check(z.maxLength(10)),
      [],
    ),
    parentAccountId: z.optional(z.nullable(Id)),
    includeChildren: z.optional(z.boolean()),
    fields: z.optional(namesOf(fields.item, fields.ids)),
  })
}

type Item = z.ZodMiniObject

/** The valid values of `fields`: the keys of the list's items. The ids are always included. */
function namesOf(item: Item, ids: readonly string[]) {
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

/** A page of a list: its rows, and the number of matches in all. */
export const pageOf = <T extends z.ZodMiniType>(item: T) => z.object({ items: z.array(item), count: z.int() })

/** Paging parameters of a list that is read with GET. */
export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximumLimit)), defaultLimit),
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximumPage)), 1),
}
