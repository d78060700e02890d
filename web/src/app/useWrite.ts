import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Endpoint, RequestOf } from '@trellis/contract/endpoint'
import type { ParseKeys } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../ui/toast.tsx'
import { callWith } from './calls.ts'
import { isProblem, type ProblemCode } from './problem.ts'
import { markStale, type Stale } from './queries.ts'
import { versionOf, withVersion } from './versions.ts'
import { isOnlyReading } from './viewProblems.ts'

/** A text key with its namespace: `orders:created`. */
export type TextKey = ParseKeys<
  [
    'accounts',
    'apiKeys',
    'approvals',
    'certifications',
    'common',
    'dashboard',
    'deals',
    'directories',
    'environments',
    'errors',
    'files',
    'firstSteps',
    'installation',
    'keyLink',
    'licenses',
    'news',
    'orders',
    'ownAccounts',
    'passkeys',
    'priceLists',
    'pricePlans',
    'products',
    'productTypes',
    'profile',
    'renewals',
    'session',
    'settings',
    'signInSettings',
    'stock',
    'today',
    'ui',
    'users',
    'webhooks',
  ]
>

interface WriteOptions<E extends Endpoint> {
  /** The queries to invalidate after success. */
  invalidates: readonly Stale[]
  /** Message after success. */
  success?: TextKey
  /** Message after a failure, in place of the message of the error code. */
  failure?: TextKey
  /**
   * Error codes that the screen shows itself, without a toast; `all` for every error. Invalid values (RQ422) are
   * always shown at their fields.
   */
  quiet?: readonly ProblemCode[] | 'all'
  /**
   * The record as the form shows it. When somebody else has changed it since it was read, the change is refused and the record is
   * read again, so that the form shows both.
   */
  of?: () => object | undefined
  /** Timeout in milliseconds, for what takes longer than usual. */
  timeout?: number
  onSuccess?: (answer: AnswerOf<E>, request: RequestOf<E>) => void
}

/** Generates an Idempotency-Key. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * A mutation of a screen: `const approve = useWrite(orders.changeStatus, { invalidates: ['/orders'] })`. A
 * create sends an idempotency key. When the first attempt may have failed in the network, an equal request
 * reuses the key, so that pressing "Save" twice creates one order.
 */
export function useWrite<E extends Endpoint>(endpoint: E, options: WriteOptions<E>) {
  const client = useQueryClient()
  const { t } = useTranslation()
  // The cast is safe: a `TextKey` contains its namespace, which the screen has loaded.
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
        const of = options.of?.()
        const ifMatch = versionOf(of)
        const answer = await callWith(endpoint, request, {
          ...(endpoint.idempotent && { idempotencyKey: keyFor(request) }),
          ifMatch,
          ...(options.timeout !== undefined && { timeout: options.timeout }),
        })
        if (ifMatch !== undefined) withVersion(of, versionOf(answer))
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
      if (isOnlyReading(error)) return toast.info(t('view.onlyReading'))
      const code: ProblemCode = isProblem(error) ? error.code : 'RQ500'
      // The form says it, and shows what others changed once the record is read again.
      if (code === 'RQ412') return void markStale(client, options.invalidates)
      if (code === 'RQ401' || code === 'RQ422' || options.quiet === 'all' || options.quiet?.includes(code)) return
      toast.error(say(options.failure ?? `errors:${code}`))
    },
  })
}
