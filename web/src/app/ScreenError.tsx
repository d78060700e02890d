import type { ReactNode } from 'react'
import { ErrorBlock } from '../ui/ErrorBlock.tsx'
import { NotFound } from './NotFound.tsx'
import { isProblem } from './problem.ts'

interface ScreenErrorProps {
  error: unknown
  /** What could not be loaded, for errors that can be retried: "Error fetching account". */
  title?: string
  retry?: () => void
  /** The link shown when the entity does not exist: its list. */
  back?: { href: string; label: string }
  /** More about an error that can be retried. */
  children?: ReactNode
}

/**
 * Replaces a screen or block whose data could not be loaded: not found, no permission, or a failure with a
 * retry button.
 */
export function ScreenError({ error, title, retry, back, children }: ScreenErrorProps) {
  if (isProblem(error, 'RQ404')) return back === undefined ? <NotFound /> : <NotFound back={back} />
  return (
    <ErrorBlock error={error} title={title} retry={retry}>
      {children}
    </ErrorBlock>
  )
}
