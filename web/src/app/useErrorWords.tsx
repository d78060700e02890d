import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorInWords } from '../ui/words.tsx'
import { MissingPermission } from './permissions/MissingPermission.tsx'
import { isProblem, type ProblemError } from './problem.ts'
import { isOnlyReading, isViewOver } from './viewProblems.ts'

/** A chunk could not be loaded; matches the messages of the browsers. */
const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script/i.test(error.message)

/** What a refused reader lacks; null where the server does not say. */
function missingOf({ info }: ProblemError) {
  const { permission } = (info ?? {}) as { permission?: unknown }
  return typeof permission === 'string' ? <MissingPermission permission={permission} /> : null
}

/** Translates an error. Server errors (5xx) include the request id, because only the server's log has the details. */
export function useServerErrorWords(): (error: unknown) => ErrorInWords {
  const { t } = useTranslation(['errors', 'common'])
  return useCallback(
    (error) => {
      if (!isProblem(error)) return { title: t(isMissingFile(error) ? 'offline' : 'RQ500') }
      if (isOnlyReading(error)) return { title: t('common:view.onlyReading') }
      if (isProblem(error, 'RQ403') && !isViewOver(error)) return { title: t('RQ403'), refused: missingOf(error) }
      return { title: t(error.code), reference: error.status >= 500 ? (error.requestId ?? undefined) : undefined }
    },
    [t],
  )
}
