import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { news } from '@trellis/contract/news'
import { callWith } from '../calls.ts'
import { markStale, queryOf } from '../queries.ts'

export const unreadQuery = { ...queryOf(news.unread), staleTime: 60_000 }

const pageSize = 20

/** The news of the reader in pages, unread first. */
export const newsPages = infiniteQueryOptions({
  queryKey: [news.list.path, 'pages'],
  queryFn: ({ pageParam, signal }) =>
    callWith(
      news.list,
      { query: { page: String(pageParam), limit: String(pageSize), unreadFirst: 'true' } },
      { signal },
    ),
  initialPageParam: 1,
  getNextPageParam: ({ count }, pages) => (pages.length * pageSize < count ? pages.length + 1 : undefined),
  staleTime: 0,
})

/** Reads the news again, where it is shown. */
export const renewNews = (client: QueryClient): void => void markStale(client, ['/news'])
