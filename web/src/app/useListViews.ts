import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '@trellis/contract/endpoint'
import { type ListColumns as ChosenColumns, type ListView, listViews, mostViews } from '@trellis/contract/list-views'
import type { ListColumns, ListState, ListViews, SavedView } from '../ui/list.ts'
import { type ListDefinition, type ListSearch, listSearch, searchOf, stateOf } from './listUrl.ts'
import { queryOf } from './queries.ts'
import { parseSearch, stringifySearch } from './searchText.ts'
import { useWrite } from './useWrite.ts'

/** The reader's views and columns of all lists. The frame waits for it, so that no list changes its columns afterwards. */
export const listsQuery = queryOptions({ ...queryOf(listViews.read), staleTime: 5 * 60_000 })

/** The list as a view saved it. */
export const searchOfView = ({ search }: Pick<ListView, 'search'>): ListSearch => listSearch(parseSearch(search))

/** The default view of a list among those that are loaded. */
export const defaultAmong = (
  views: readonly ListView[] | undefined,
  definition: ListDefinition,
): ListView | undefined =>
  views?.find(({ list, isDefault, search }) => isDefault && search !== '' && list === definition.endpoint.exportedAs)

/** What a view keeps of a list: all but the page. The shortest spelling, so that two equal states have one text. */
const textOf = (state: ListState, definition: ListDefinition) =>
  stringifySearch(searchOf({ ...state, page: 1 }, definition)).slice(1)

/** Shows the chosen columns before the server has answered. An answer that is under way would show the old ones again. */
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
