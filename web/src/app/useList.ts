import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Endpoint, RequestOf } from '@trellis/contract/endpoint'
import { lineLists } from '@trellis/contract/export-lists'
import { maximumFilterValues } from '@trellis/contract/search'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileColumn, FileFormat } from '../ui/columns.ts'
import { isNarrowedOnlyBy, type List, type ListState, pageCount, pageSizes, unfiltered } from '../ui/list.ts'
import { mayImport } from './importRights.ts'
import {
  changed,
  hasStaleSort,
  type ListDefinition,
  type ListSearch,
  listSearch,
  onlyRows,
  payloadOf,
  type RowOf,
  searchOf,
  stateOf,
} from './listUrl.ts'
import { useLiveRows } from './live/rows.ts'
import { useMe } from './me.ts'
import { queryOf } from './queries.ts'
import { defaultAmong, listsQuery, searchOfView, useListViews } from './useListViews.ts'

/** What a list needs of its route: `getRouteApi('/_frame/sell-out/')` fits. */
export interface ListRoute {
  useSearch: () => ListSearch
  useNavigate: () => (to: { search: ListSearch; replace?: boolean; resetScroll?: boolean }) => Promise<void>
}

interface Within {
  /** The account whose records are listed; by default the reader's own. */
  parentAccountId?: string
  /** Of the path of the call, where the records of one thing are listed. */
  params?: Readonly<Record<string, string>>
}

/** A list opens with the reader's default view, if the URL says nothing else. */
function startOf<E extends Endpoint>(
  client: QueryClient,
  definition: ListDefinition<E>,
  search: ListSearch,
): ListSearch {
  if (Object.keys(search).length > 0) return search
  const view = defaultAmong(client.getQueryData(listsQuery.queryKey)?.views, definition as unknown as ListDefinition)
  return view === undefined ? search : searchOfView(view)
}

function pageQuery<E extends Endpoint>(
  definition: ListDefinition<E>,
  search: ListSearch,
  { params, ...within }: Within = {},
) {
  const { carries } = definition as unknown as { carries?: readonly string[] }
  const payload = payloadOf(stateOf(search, definition), definition, within)
  const body = carries === undefined ? payload : { ...payload, fields: carries }
  return queryOf<Endpoint>(definition.endpoint, { ...(params && { params }), body } as RequestOf<Endpoint>)
}

/**
 * For a route's loader: starts loading the rows in parallel with the screen's code. Does not wait. The route must not have the
 * search as `loaderDeps`: each filter would be another screen for the router, which on a slow device draws its outline over
 * the list and takes the focus from the search field.
 */
export function prefetchList<E extends Endpoint>(
  client: QueryClient,
  definition: ListDefinition<E>,
  location: { search: object },
  within?: Within,
): void {
  const search = listSearch({ ...location.search })
  void client.prefetchQuery(pageQuery(definition, startOf(client, definition, search), within))
}

/** Connects the URL state of a list with its rows, for `DataTable` and `FilterBar`. */
export function useList<E extends Endpoint, K extends keyof RowOf<E>>(
  definition: ListDefinition<E, K>,
  route: ListRoute,
  within?: Within,
): List<Pick<RowOf<E>, K>, AnswerOf<E>> {
  const { t } = useTranslation()
  const me = useMe()
  const client = useQueryClient()
  const asked = route.useSearch()
  const navigate = route.useNavigate()
  // Only when the list opens: a reader who then removes all filters gets the whole list.
  const [opens, setOpens] = useState(() => startOf(client, definition, asked) !== asked)
  const search = opens ? startOf(client, definition, asked) : asked
  useEffect(() => {
    if (!opens) return
    if (search === asked) setOpens(false)
    else void navigate({ search, replace: true, resetScroll: false })
  })
  const state = stateOf(search, definition)
  const change = (patch: Partial<ListState>) => {
    void navigate({ search: searchOf(changed(state, patch, definition), definition), resetScroll: false })
  }
  const { views, columns } = useListViews(definition, state, change)
  const page = pageQuery(definition, search, within)
  const query = useQuery({ ...page, placeholderData: keepPreviousData })
  const live = useLiveRows(page.queryKey, query.dataUpdatedAt, definition.identity)
  const answer = query.data as (AnswerOf<E> & { items: Pick<RowOf<E>, K>[]; count: number }) | undefined

  // A list must not blame filters that its reader did not set: the smallest page without them says whether there is anything.
  const { preset } = definition as unknown as { preset?: ListState['filters'] }
  const isByPreset =
    preset !== undefined && answer?.count === 0 && !query.isPlaceholderData && isNarrowedOnlyBy(state, preset)
  const whole = { ...changed(state, unfiltered, definition), page: 1, limit: pageSizes[0] }
  const behind = useQuery({ ...pageQuery(definition, searchOf(whole, definition), within), enabled: isByPreset })
  // Until then the list is loading: a sentence that may be wrong would be exchanged a moment later, and move what stands below.
  const isKnown = answer !== undefined && !(isByPreset && behind.isPending)

  const lastPage = answer === undefined || query.isPlaceholderData ? null : pageCount(answer.count, state.limit)
  const beyond = lastPage !== null && state.page > lastPage
  useEffect(() => {
    // The page in the URL no longer exists: go to the last page.
    if (beyond) void navigate({ search: searchOf({ ...state, page: lastPage }, definition), replace: true })
  })

  const searched = (only: ReadonlySet<string> | undefined) =>
    only === undefined
      ? payloadOf(state, definition, within)
      : onlyRows(payloadOf(state, definition, within), definition, only)

  return {
    state,
    searchedBy: definition.searchedBy === 'anything' ? 'anything' : undefined,
    startsMine: typeof definition.children === 'string' ? undefined : definition.children.onlyMine,
    staleSort: hasStaleSort(search, definition),
    change,
    views,
    columns,
    rows: answer?.items ?? [],
    count: answer?.count ?? 0,
    countBehindPreset: isByPreset ? (behind.data as { count: number } | undefined)?.count : undefined,
    answer,
    status: isKnown ? 'ready' : query.isError ? 'error' : 'loading',
    refreshing: query.isPlaceholderData,
    error: query.error,
    retry: () => void query.refetch(),
    live,
    ...(definition.endpoint.exportedAs !== null && {
      maximumSaved: definition.rowField === undefined ? undefined : maximumFilterValues,
      save: async (
        format: FileFormat,
        columns: readonly (FileColumn & { label: string })[],
        name: string,
        only?: ReadonlySet<string>,
      ) => {
        const { exportList } = await import('./exporting.ts')
        await exportList(definition.endpoint, searched(only), me, { format, columns, name })
      },
    }),
    saveOthers: lineLists
      .filter(({ of, kind }) => of === definition.endpoint.exportedAs && mayImport(kind, me))
      .map((lines) => ({
        label: t(`exports.${lines.name}`),
        save: async (format: FileFormat, name: string, only?: ReadonlySet<string>) => {
          const { exportLines } = await import('./exporting.ts')
          await exportLines(lines, searched(only), format, `${name}-${lines.name}`)
        },
      })),
  }
}
