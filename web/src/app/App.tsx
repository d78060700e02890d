import './jitless.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
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
  /** Tells one application from the next. */
  number: number
  element: ReactNode
  /** Whose it is; null until that has been learnt. */
  reader: () => { email: string } | null
  /** After a sign-in: is it the same reader who came back? Then all that is on screen is looked up again. */
  isStillTheReaders: () => Promise<boolean>
  end: () => void
}

let started = 0

/** A line that comes and goes is no reason to give up what somebody typed. */
const ifTransient = (failures: number, error: Error) => failures < 3 && isProblem(error) && error.transient

/** The application of one signed-in user. Nothing of it outlives the session of that user: the next one starts with empty stores. */
export function startApp(): RunningApp {
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  const { pathname, search } = window.location
  if (pathname.startsWith('/auth/signin')) {
    const wanted = new URLSearchParams(search).get('redirect')
    router.history.replace(localPath(wanted, window.location.origin, knownPath(router)))
  }
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
        if (now.userId !== before.userId) return false
        await speakLanguageOf(now)
      } catch {
        return false
      }
      void queryClient.invalidateQueries()
      return true
    },
    end: () => {
      router.history.destroy()
      queryClient.clear()
    },
  }
}
