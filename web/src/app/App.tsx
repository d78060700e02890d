import './jitless.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { Me } from '@trellis/contract/identity'
import type { ReactNode } from 'react'
import '../ui/styles.ts'
import { speakLanguageOf } from './i18n.ts'
import { knownPath } from './knownPath.ts'
import { meQuery } from './me.ts'
import { isProblem } from './problem.ts'
import { createQueryClient } from './queries.ts'
import { localPath } from './redirect.ts'
import { createAppRouter } from './router.ts'

export interface RunningApp {
  /** React key that distinguishes one application instance from the next. */
  number: number
  element: ReactNode
  /** The signed-in user; null until `users/me` has answered. */
  reader: () => Pick<Me, 'email' | 'account'> | null
  /** Called after a sign-in: resolves to true when the same user came back, and then refetches everything on screen. */
  isStillTheReaders: () => Promise<boolean>
  end: () => void
}

let started = 0

/** Retry temporary failures up to three times: giving up would discard what the user typed. */
const ifTransient = (failures: number, error: Error) => failures < 3 && isProblem(error) && error.transient

/**
 * Creates the application for one signed-in user. It ends with that user's session; the next user starts with
 * empty caches.
 */
export function startApp(): RunningApp {
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  const { pathname, search } = window.location
  if (pathname.startsWith('/auth/signin')) {
    const wanted = new URLSearchParams(search).get('redirect')
    router.history.replace(localPath(wanted, window.location.origin, knownPath(router)))
  }
  // After a maintenance: what failed meanwhile is asked for again, and what was typed stays.
  const back = () => {
    void queryClient.invalidateQueries()
    if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate()
  }
  window.addEventListener('trellis.back', back)
  const reader = () => queryClient.getQueryData(meQuery.queryKey) ?? null
  started += 1
  return {
    number: started,
    element: (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    ),
    reader,
    async isStillTheReaders() {
      const before = reader()
      if (before === null) return false
      try {
        const now = await queryClient.fetchQuery({ ...meQuery, staleTime: 0, retry: ifTransient })
        if (now.userId !== before.userId) {
          // It may wait for its own reader.
          queryClient.setQueryData(meQuery.queryKey, before)
          return false
        }
        await speakLanguageOf(now)
      } catch {
        return false
      }
      void queryClient.invalidateQueries()
      return true
    },
    end: () => {
      window.removeEventListener('trellis.back', back)
      queryClient.clear()
    },
  }
}
