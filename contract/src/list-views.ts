import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { searchedLists } from './export-lists.ts'
import { Id, keyText, text } from './values.ts'

/** Maximum number of views of one list that a person may save. */
export const mostViews = 20
/** Maximum number of columns of a list for which the choice is saved. */
const mostColumns = 60

const List = z.enum(searchedLists)
const ViewName = keyText(60)
/** The state of the list as its screen writes it into the address, without `?`: `status=pending&sort=-orderTotal`. */
const ViewSearch = text(2000)

export const ListView = z.object({
  viewId: Id,
  list: List,
  name: z.string(),
  search: z.string(),
  /** The default: the list opens with this view. At most one for each list. */
  isDefault: z.boolean(),
})
export type ListView = z.output<typeof ListView>

/** The columns of a list that a person has shown or hidden; all others keep the screen's default. */
export const ListColumns = z.object({ list: List, shown: z.record(z.string(), z.boolean()) })
export type ListColumns = z.output<typeof ListColumns>

export const ListViewDraft = z.strictObject({
  list: List,
  name: ViewName,
  search: ViewSearch,
  isDefault: z._default(z.boolean(), false),
})
export type ListViewDraft = z.output<typeof ListViewDraft>

export const ListViewUpdate = z.strictObject({
  name: z.optional(ViewName),
  search: z.optional(ViewSearch),
  isDefault: z.optional(z.boolean()),
})
export type ListViewUpdate = z.output<typeof ListViewUpdate>

const ColumnChoice = z
  .record(text(60), z.boolean())
  .check(z.refine((shown) => Object.keys(shown).length <= mostColumns, { error: 'too_many' }))

const ById = z.strictObject({ id: Id })

export const listViews = {
  read: endpoint({
    method: 'GET',
    path: '/lists',
    summary: "The caller's saved views of all lists, by name, and the columns they have chosen",
    permission: 'session',
    answer: z.object({ views: z.array(ListView), columns: z.array(ListColumns) }),
    onlyPeople: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/lists/views',
    summary: 'Save a view of a list for the caller; at most 20 of each list (RQ409)',
    permission: 'session',
    body: ListViewDraft,
    answer: ListView,
    status: 201,
    refusals: ['RQ409'],
    onlyPeople: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/lists/views/:id',
    summary: 'Change a view of the caller; what is left out stays',
    permission: 'session',
    params: ById,
    body: ListViewUpdate,
    answer: ListView,
    refusals: ['RQ404'],
    onlyPeople: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/lists/views/:id',
    summary: 'Delete a view of the caller',
    permission: 'session',
    params: ById,
    refusals: ['RQ404'],
    onlyPeople: true,
  }),
  chooseColumns: endpoint({
    method: 'PUT',
    path: '/lists/columns',
    summary: 'Choose the columns of a list for the caller, in place of the earlier choice',
    permission: 'session',
    body: z.strictObject({ list: List, shown: ColumnChoice }),
    onlyPeople: true,
  }),
}
