import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem, type ProblemCode } from '../../../app/problem.ts'
import { asClock, useWait } from './useWait.ts'

/** Where the server says "later" and not when. */
const aWhile = 30

const codeOf = (error: unknown): ProblemCode => (isProblem(error) ? error.code : 'RQ500')

/** The request's number, where only the operator's log knows more. */
export const referenceOf = (error: unknown): string | null =>
  isProblem(error) && error.status >= 500 ? error.requestId : null

/** Seconds to wait before the call may be made again; 0 for refusals that no waiting mends. */
export function waitOf(error: unknown): number {
  if (!isProblem(error, 'RQ429')) return 0
  const told = Number((error.info as { retryAfter?: unknown } | null)?.retryAfter)
  return Math.max(1, error.retryAfter ?? (told || aWhile))
}

/** Words for a refusal. "Too many attempts" says how long to wait, and the words that stand on screen count it down. */
export function useRefusal() {
  const { t } = useTranslation(['session', 'errors', 'ui'])
  const { left, wait } = useWait()
  const words = useCallback(
    (error: unknown): string => {
      const reference = referenceOf(error)
      const sentence = t(`errors:${codeOf(error)}`)
      return reference === null ? sentence : `${sentence} ${t('ui:error.reference', { reference })}.`
    },
    [t],
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
    /** Seconds still to wait; 0 when there is nothing to wait for. */
    left,
    /** For the place of the refusal, while there is something to wait for. */
    waiting: left > 0 ? t('wait', { time: asClock(left) }) : undefined,
    say,
    forgive: useCallback(() => wait(0), [wait]),
  }
}
