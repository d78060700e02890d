import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { routeTree } from '../routeTree.gen.ts'
import { parseSearch, stringifySearch } from './searchText.ts'
import { UnexpectedError } from './UnexpectedError.tsx'

/** What a route may use before it renders. */
export interface RouteContext {
  queryClient: QueryClient
}

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient } satisfies RouteContext,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query cache decides what is fresh, so run the loaders on every hover.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultErrorComponent: UnexpectedError,
    scrollRestoration: true,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
