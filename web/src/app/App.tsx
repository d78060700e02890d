import './jitless.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import '../ui/styles.ts'
import { knownPath } from './knownPath.ts'
import { createQueryClient } from './queries.ts'
import { localPath } from './redirect.ts'
import { createAppRouter } from './router.ts'

/** The application of one signed-in user. Nothing of it outlives the session: the next one starts with empty stores. */
export function startApp(): { element: ReactNode; end: () => void } {
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  const { pathname, search } = window.location
  if (pathname.startsWith('/auth/signin')) {
    const wanted = new URLSearchParams(search).get('redirect')
    router.history.replace(localPath(wanted, window.location.origin, knownPath(router)))
  }
  return {
    element: (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    ),
    end: () => {
      router.history.destroy()
      queryClient.clear()
    },
  }
}
