import { useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Endpoint, RequestOf } from '@trellis/contract/endpoint'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../ui/toast.tsx'
import { callWith } from './calls.ts'
import { type DecisionState, hold, onDecisions, statesOfDecisions } from './held.ts'
import { isProblem } from './problem.ts'
import { markStale, type Stale } from './queries.ts'
import { currentView } from './view.ts'

interface HeldWrite<E extends Endpoint> {
  /** Names what is decided, such as the record and the kind of decision. */
  key: string
  request: RequestOf<E>
  /** What will happen, in a sentence. */
  text: string
  /** What has happened, in a sentence. */
  success: string
  invalidates: readonly Stale[]
  onSuccess?: (answer: AnswerOf<E>) => void
}

/** A write that can be undone for some seconds, because it is sent only after them (rules V16). */
export function useHeldWrite<E extends Endpoint>(endpoint: E): (write: HeldWrite<E>) => void {
  const client = useQueryClient()
  const { t } = useTranslation(['common', 'errors'])
  return ({ key, request, text, success, invalidates, onSuccess }) => {
    if (currentView() !== null) return void toast.info(t('view.onlyReading'))
    const send = async () => {
      try {
        const answer = await callWith(endpoint, request, { keepalive: true })
        toast.success(success)
        onSuccess?.(answer)
      } catch (error) {
        const code = isProblem(error) ? error.code : 'RQ500'
        if (code !== 'RQ401') toast.error(t('undo.failed', { what: text, why: t(`errors:${code}`) }))
      }
      await markStale(client, invalidates)
    }
    hold({ key, text, undo: t('undo.label'), send })
  }
}

/** Whether a decision is held or sent, by its key; the component is drawn again when that changes. */
export function useDecisionStates(): ReadonlyMap<string, DecisionState> {
  return useSyncExternalStore(onDecisions, statesOfDecisions)
}
