import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { routeTree } from '../routeTree.gen.ts'
import { afterPaint } from './afterPaint.ts'
import { ScreenPending } from './frame/ScreenPending.tsx'
import { parseSearch, stringifySearch } from './searchText.ts'
import { UnexpectedError } from './UnexpectedError.tsx'

/** What a route may use before it renders. */
export interface RouteContext {
  queryClient: QueryClient
}

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
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
  const { navigate } = router
  // A new screen or page of a list takes long to draw on a slow device: the input that asked for it is answered first. A replaced
  // address (redirects, corrections) answers no input.
  router.navigate = ((options: Parameters<typeof navigate>[0]) =>
    options.replace ? navigate(options) : afterPaint(() => navigate(options))) as typeof navigate
  return router
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
