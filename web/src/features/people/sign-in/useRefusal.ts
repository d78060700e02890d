import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem, type ProblemCode } from '../../../app/problem.ts'
import { asClock, useWait } from './useWait.ts'

/** Seconds to wait when the server sends no time. */
const aWhile = 30

const codeOf = (error: unknown): ProblemCode => (isProblem(error) ? error.code : 'RQ500')

const onlyDirectory = 'passkeys:problems.onlyDirectory'

/** Why a sign-in that was right is refused all the same. */
export const reasonOf = (error: unknown): string | undefined =>
  isProblem(error, 'A405') ? (error.info as { reason?: string } | null)?.reason : undefined

/** The request id, for errors of which only the operator's log has the details. */
export const referenceOf = (error: unknown): string | null =>
  isProblem(error) && error.status >= 500 ? error.requestId : null

/** Seconds to wait before the next attempt; 0 for errors that waiting does not solve. */
export function waitOf(error: unknown): number {
  if (!isProblem(error, 'RQ429')) return 0
  const told = Number((error.info as { retryAfter?: unknown } | null)?.retryAfter)
  return Math.max(1, error.retryAfter ?? (told || aWhile))
}

/** Translates an error. For "too many attempts" the text on screen counts down the waiting time. */
export function useRefusal() {
  const { t, i18n } = useTranslation(['session', 'errors', 'ui'])
  const { left, wait } = useWait()
  const words = useCallback(
    (error: unknown): string => {
      const reference = referenceOf(error)
      // The text comes with the first passkey, or when it is needed: few companies sign in by their directory only.
      const isOnly = reasonOf(error) === 'only_directory' && i18n.exists(onlyDirectory)
      const sentence = isOnly ? String(i18n.t(onlyDirectory)) : t(`errors:${codeOf(error)}`)
      return reference === null ? sentence : `${sentence} ${t('ui:error.reference', { reference })}.`
    },
    [t, i18n],
  )
  const say = useCallback(
    (error: unknown): string => {
      const seconds = waitOf(error)
      if (seconds === 0) return words(error)
      wait(seconds)
      return t('wait', { time: asClock(seconds) })
    },
    [t, wait, words],
  )
  return {
    words,
    /** Remaining seconds; 0 when there is no waiting time. */
    left,
    /** The countdown to show in place of the error. */
    waiting: left > 0 ? t('wait', { time: asClock(left) }) : undefined,
    say,
    forgive: useCallback(() => wait(0), [wait]),
  }
}
