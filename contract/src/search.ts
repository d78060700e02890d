import * as z from 'zod/mini'
import { DateOrInstant, Id, text } from './values.ts'

export const defaultLimit = 20
export const maximumLimit = 3000
/** Beyond this page nothing is answered but an empty one; it bounds the offset. */
export const maximumPage = 1_000_000

/**
 * The search payload of one list, with the fields it can be sorted and filtered by: anything else is refused and the
 * answer names those that can (wire: search payload; threats W1).
 * Values within one filter are alternatives; filters add up. `item` is what the list answers and `ids` name its id, for
 * `fields`.
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

/** The names that a search can ask for: what items of the list carry. Its ids are always among those it gets. */
function namesOf(item: Item, ids: readonly string[]) {
  const names = Object.keys(item.shape).filter((name) => item.shape[name]?._zod.def.type !== 'optional')
  const asked = z.array(z.enum(names)).check(z.maxLength(names.length))
  return z.pipe(
    asked,
    z.transform((some: string[]) => [...new Set([...ids, ...some])]),
  )
}

/** What every search payload has in common, once validated. */
export interface Search<S extends string = string, F extends string = string, D extends string = string> {
  limit: number
  page: number
  sortBy: { field: S; direction: 'asc' | 'desc' }[]
  filterBy: { field: F; values: (string | number | boolean)[] }[]
  filterBetweenDate: { field: D; fromDate?: string | null | undefined; toDate?: string | null | undefined }[]
  parentAccountId?: string | null | undefined
  includeChildren?: boolean | undefined
  /** What each item of the answer carries, its ids among them; everything when absent. */
  fields?: string[] | undefined
}

/** A page of a list: the rows asked for, and how many match in all. */
export const pageOf = <T extends z.ZodMiniType>(item: T) => z.object({ items: z.array(item), count: z.int() })

/** Paging of a list that is read with GET. */
export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximumLimit)), defaultLimit),
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximumPage)), 1),
}
