import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Endpoint, RequestOf } from '@trellis/contract/endpoint'
import type { ParseKeys } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../ui/toast.tsx'
import { callWith } from './calls.ts'
import { isProblem, type ProblemCode } from './problem.ts'
import { markStale, type Stale } from './queries.ts'

/** A text of any concept: `orders:created`. */
export type TextKey = ParseKeys<
  [
    'accounts',
    'common',
    'dashboard',
    'errors',
    'licenses',
    'orders',
    'priceLists',
    'products',
    'productTypes',
    'profile',
    'session',
    'stock',
    'ui',
    'users',
  ]
>

interface WriteOptions<E extends Endpoint> {
  /** Whose answers are stale once it succeeded. */
  invalidates: readonly Stale[]
  /** Said when it succeeded. */
  success?: TextKey
  /** Said when it failed, in place of the sentence of the refusal's code. */
  failure?: TextKey
  /** Refusals that the screen shows by itself, without a toast. Values that are not valid (RQ422) always stand at their fields. */
  quiet?: readonly ProblemCode[]
  onSuccess?: (answer: AnswerOf<E>, request: RequestOf<E>) => void
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * One write of a screen: `const approve = useWrite(orders.changeStatus, { invalidates: ['/orders'] })`.
 * A create carries an idempotency key. Sent again after a failure that may have been the line's, the same request keeps
 * its key, so that a person who presses "Save" twice makes one order.
 */
export function useWrite<E extends Endpoint>(endpoint: E, options: WriteOptions<E>) {
  const client = useQueryClient()
  const { t } = useTranslation()
  // Typed by `TextKey`: the key names its own namespace, which the screen has loaded.
  const say = t as (key: TextKey) => string
  const unanswered = useRef<{ request: string; key: string } | null>(null)

  function keyFor(request: RequestOf<E>): string {
    const text = JSON.stringify(request)
    if (unanswered.current?.request !== text) unanswered.current = { request: text, key: newKey() }
    return unanswered.current.key
  }

  return useMutation<AnswerOf<E>, Error, RequestOf<E>>({
    mutationFn: async (request) => {
      try {
        const answer = await callWith(endpoint, request, endpoint.idempotent ? { idempotencyKey: keyFor(request) } : {})
        unanswered.current = null
        return answer
      } catch (error) {
        if (!isProblem(error) || !error.transient) unanswered.current = null
        throw error
      }
    },
    onSuccess: async (answer, request) => {
      if (options.success !== undefined) toast.success(say(options.success))
      options.onSuccess?.(answer, request)
      await markStale(client, options.invalidates)
    },
    onError: (error) => {
      const code: ProblemCode = isProblem(error) ? error.code : 'RQ500'
      if (code === 'RQ401' || code === 'RQ422' || options.quiet?.includes(code)) return
      toast.error(say(options.failure ?? `errors:${code}`))
    },
  })
}
