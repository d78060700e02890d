import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '@trellis/contract/endpoint'
import { type ListColumns as ChosenColumns, type ListView, listViews, mostViews } from '@trellis/contract/list-views'
import type { ListColumns, ListState, ListViews, SavedView } from '../ui/list.ts'
import { type ListDefinition, type ListSearch, listSearch, searchOf, stateOf } from './listUrl.ts'
import { queryOf } from './queries.ts'
import { parseSearch, stringifySearch } from './searchText.ts'
import { useWrite } from './useWrite.ts'

/** The reader's views and columns of all lists. The frame waits for them, so that no list changes its columns after it appears. */
export const listsQuery = queryOptions({ ...queryOf(listViews.read), staleTime: 5 * 60_000 })

/** The state of the list that a view has saved. */
export const searchOfView = ({ search }: Pick<ListView, 'search'>): ListSearch => listSearch(parseSearch(search))

/** The default view of a list among those that are loaded. */
export const defaultAmong = (
  views: readonly ListView[] | undefined,
  definition: ListDefinition,
): ListView | undefined =>
  views?.find(({ list, isDefault, search }) => isDefault && search !== '' && list === definition.endpoint.exportedAs)

/** The state that a view saves: everything but the page, in the shortest form, so that equal states have equal texts. */
const textOf = (state: ListState, definition: ListDefinition) =>
  stringifySearch(searchOf({ ...state, page: 1 }, definition)).slice(1)

/** Optimistic update of the chosen columns. Cancels reads in progress, whose answers would restore the old ones. */
async function showColumns(client: QueryClient, chosen: ChosenColumns): Promise<void> {
  await client.cancelQueries({ queryKey: listsQuery.queryKey })
  client.setQueryData(
    listsQuery.queryKey,
    (lists) => lists && { ...lists, columns: [...lists.columns.filter(({ list }) => list !== chosen.list), chosen] },
  )
}

interface Saved {
  views: ListViews | undefined
  columns: ListColumns | undefined
}

/** The reader's views and columns of one list; nothing for lists that cannot be searched, and while they cannot be loaded. */
export function useListViews<E extends Endpoint>(
  of: ListDefinition<E>,
  state: ListState,
  change: (patch: Partial<ListState>) => void,
): Saved {
  const definition = of as unknown as ListDefinition
  const client = useQueryClient()
  const { data } = useQuery(listsQuery)
  const create = useWrite(listViews.create, { invalidates: [listViews.read] })
  const update = useWrite(listViews.update, { invalidates: [listViews.read] })
  const remove = useWrite(listViews.remove, { invalidates: [listViews.read] })
  const choose = useWrite(listViews.chooseColumns, { invalidates: [] })
  const list = definition.endpoint.exportedAs
  if (data === undefined || list === null) return { views: undefined, columns: undefined }

  const present = textOf(state, definition)
  const items = data.views
    .filter((view) => view.list === list)
    .map(({ viewId, name, search, isDefault }): SavedView => ({ id: viewId, name, search, isDefault }))
  const path = () => window.location.pathname
  const hrefOf = (search: string) => `${path()}${search === '' ? '' : `?${search}`}`
  const textWith = (shown: readonly string[]) => textOf({ ...state, columns: [...shown] }, definition)
  const chosen = data.columns.find((columns) => columns.list === list)?.shown ?? {}
  return {
    views: {
      items,
      active: items.find((view) => textOf(stateOf(searchOfView(view), definition), definition) === present),
      isFull: items.length >= mostViews,
      most: mostViews,
      hrefOf: (view) => hrefOf(view?.search ?? ''),
      addressOf: (view) => `${window.location.origin}${hrefOf('search' in view ? view.search : textWith(view))}`,
      save: async (view, { shown, ...draft }) => {
        const search = shown === undefined ? {} : { search: textWith(shown) }
        if (view === null) await create.mutateAsync({ body: { list, search: present, ...search, ...draft } })
        else await update.mutateAsync({ params: { id: view.id }, body: { ...search, ...draft } })
      },
      remove: (view) => remove.mutate({ params: { id: view.id } }),
    },
    columns: {
      only: state.columns,
      chosen,
      choose: (shown, ids) => {
        if (state.columns !== undefined) return change({ columns: [...ids], page: state.page })
        void showColumns(client, { list, shown })
        choose.mutate(
          { body: { list, shown } },
          { onError: () => void client.invalidateQueries({ queryKey: listsQuery.queryKey }) },
        )
      },
    },
  }
}
