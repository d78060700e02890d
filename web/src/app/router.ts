import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { routeTree } from '../routeTree.gen.ts'
import { ScreenPending } from './frame/ScreenPending.tsx'
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
    // A click draws the next screen's outline before its code has arrived, and never longer than necessary.
    defaultPendingMs: 50,
    defaultPendingMinMs: 0,
    defaultPendingComponent: ScreenPending,
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
