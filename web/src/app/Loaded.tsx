import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Lines } from '../ui/Skeletons.tsx'
import { ScreenError } from './ScreenError.tsx'

interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** What could not be loaded, for errors that can be retried. */
  title?: string
  /** The link shown when the entity does not exist. */
  back?: { href: string; label: string }
  /** How many placeholder lines are shown meanwhile. */
  lines: number
  children: (data: T) => ReactNode
}

/** The content that needs the answer of a query; before it placeholder lines, or the error with a retry button. */
export function Loaded<T>({ query, lines, children, ...failed }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <Lines count={lines} />
  return <ScreenError {...failed} error={query.error} retry={() => void query.refetch()} />
}
