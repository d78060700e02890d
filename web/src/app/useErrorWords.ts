import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorInWords } from '../ui/words.tsx'
import { isProblem } from './problem.ts'

/** An error in the reader's words; with the request's number where only the operator's log knows more. */
export function useServerErrorWords(): (error: unknown) => ErrorInWords {
  const { t } = useTranslation('errors')
  return useCallback(
    (error) => {
      if (!isProblem(error)) return { title: t('RQ500') }
      return { title: t(error.code), reference: error.status >= 500 ? (error.requestId ?? undefined) : undefined }
    },
    [t],
  )
}
