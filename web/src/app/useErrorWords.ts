import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorInWords } from '../ui/words.tsx'
import { isProblem } from './problem.ts'

/** A part of the program that could not be fetched, as browsers and the build's own loader put it. */
const isMissingFile = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|unable to preload/i.test(error.message)

/** An error in the reader's words; with the request's number where only the operator's log knows more. */
export function useServerErrorWords(): (error: unknown) => ErrorInWords {
  const { t } = useTranslation('errors')
  return useCallback(
    (error) => {
      if (!isProblem(error)) return { title: t(isMissingFile(error) ? 'offline' : 'RQ500') }
      return { title: t(error.code), reference: error.status >= 500 ? (error.requestId ?? undefined) : undefined }
    },
    [t],
  )
}
