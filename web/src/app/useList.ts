import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type { AnswerOf, Endpoint, RequestOf } from '@trellis/contract/endpoint'
import { lineLists } from '@trellis/contract/export-lists'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileColumn, FileFormat } from '../ui/columns.ts'
import { type List, pageCount } from '../ui/list.ts'
import { mayImport } from './importRights.ts'
import {
  changed,
  hasStaleSort,
  type ListDefinition,
  type ListSearch,
  payloadOf,
  type RowOf,
  searchOf,
  stateOf,
} from './listUrl.ts'
import { useLiveRows } from './live/rows.ts'
import { useMe } from './me.ts'
import { queryOf } from './queries.ts'

/** What a list needs of its route: `getRouteApi('/_frame/sell-out/')` fits. */
export interface ListRoute {
  useSearch: () => ListSearch
  useNavigate: () => (to: { search: ListSearch; replace?: boolean; resetScroll?: boolean }) => Promise<void>
}

interface Within {
  /** The account whose records are listed; by default the reader's own. */
  parentAccountId?: string
}

function pageQuery<E extends Endpoint>(definition: ListDefinition<E>, search: ListSearch, within?: Within) {
  const body = payloadOf(stateOf(search, definition), definition, within)
  return queryOf<Endpoint>(definition.endpoint, { body } as RequestOf<Endpoint>)
}

/** For a route's loader: starts loading the rows in parallel with the screen's code. Does not wait. */
export function prefetchList<E extends Endpoint>(
  client: QueryClient,
  definition: ListDefinition<E>,
  search: ListSearch,
  within?: Within,
): void {
  void client.prefetchQuery(pageQuery(definition, search, within))
}

/** Connects the URL state of a list with its rows, for `DataTable` and `FilterBar`. */
export function useList<E extends Endpoint>(
  definition: ListDefinition<E>,
  route: ListRoute,
  within?: Within,
): List<RowOf<E>, AnswerOf<E>> {
  const { t } = useTranslation()
  const me = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const state = stateOf(search, definition)
  const page = pageQuery(definition, search, within)
  const query = useQuery({ ...page, placeholderData: keepPreviousData })
  const live = useLiveRows(page.queryKey, query.dataUpdatedAt)
  const answer = query.data as (AnswerOf<E> & { items: RowOf<E>[]; count: number }) | undefined

  const lastPage = answer === undefined || query.isPlaceholderData ? null : pageCount(answer.count, state.limit)
  const beyond = lastPage !== null && state.page > lastPage
  useEffect(() => {
    // The page in the URL no longer exists: go to the last page.
    if (beyond) void navigate({ search: searchOf({ ...state, page: lastPage }, definition), replace: true })
  })

  return {
    state,
    staleSort: hasStaleSort(search, definition),
    change: (patch) => {
      void navigate({ search: searchOf(changed(state, patch, definition), definition), resetScroll: false })
    },
    rows: answer?.items ?? [],
    count: answer?.count ?? 0,
    answer,
    status: answer !== undefined ? 'ready' : query.isError ? 'error' : 'loading',
    refreshing: query.isPlaceholderData,
    error: query.error,
    retry: () => void query.refetch(),
    live,
    ...(definition.endpoint.exportedAs !== null && {
      save: async (format: FileFormat, columns: readonly (FileColumn & { label: string })[], name: string) => {
        const { exportList } = await import('./exporting.ts')
        await exportList(definition.endpoint, payloadOf(state, definition, within), me, { format, columns, name })
      },
    }),
    saveOthers: lineLists
      .filter(({ of, kind }) => of === definition.endpoint.exportedAs && mayImport(kind, me))
      .map((lines) => ({
        label: t(`exports.${lines.name}`),
        save: async (format: FileFormat, name: string) => {
          const { exportLines } = await import('./exporting.ts')
          await exportLines(lines, payloadOf(state, definition, within), format, `${name}-${lines.name}`)
        },
      })),
  }
}
