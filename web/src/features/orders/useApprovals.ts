import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { orders } from '@trellis/contract/orders'
import { useRef, useState } from 'react'
import { call } from '../../app/calls.ts'
import { markStale, queryOf } from '../../app/queries.ts'
import { approveAll, type Outcome } from './approvals.ts'
import type { Decided } from './orderParts.ts'

/** What approving these orders would do, and its result for each. */
export function useApprovals(orderIds: readonly string[]) {
  const client = useQueryClient()
  const preview = useQuery({
    ...queryOf(orders.previewApprovals, { body: { orderIds: [...orderIds] } }),
    // Stock changes meanwhile: never show a preview from before.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  })
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  const note = (id: string, outcome: Outcome) => setOutcomes((before) => new Map(before).set(id, outcome))

  /** Approves these orders; of those that have an entry in `parts`, only these pieces. */
  const send = async (ids: readonly string[], parts?: ReadonlyMap<string, Decided>) => {
    stopped.current = false
    setRunning(true)
    for (const id of ids) note(id, { state: 'waiting' })
    await approveAll(ids, {
      approve: (id) =>
        call(orders.changeStatus, {
          params: { id },
          body: { source: 'api', status: 'approved', items: parts?.get(id) },
        }),
      statusOf: async (id) => (await call(orders.read, { params: { id } })).status,
      onOutcome: note,
      isStopped: () => stopped.current,
      pause: () => new Promise((done) => setTimeout(done, 800)),
    })
    setRunning(false)
    void markStale(client, [
      '/orders/search',
      '/orders/sell-out/search',
      '/orders/:id',
      '/orders/stock',
      '/pricelists/products',
      '/licenses',
    ])
  }

  const listed = preview.data?.orders ?? []
  const ready = listed.filter(({ blocked }) => blocked === null).map(({ orderId }) => orderId)
  const stateOf = (id: string) => outcomes.get(id)?.state
  return {
    preview,
    outcomes,
    running,
    /** The orders that can be approved now. */
    ready,
    approved: listed.filter(({ orderId }) => stateOf(orderId) === 'approved').map(({ orderId }) => orderId),
    /** What was sent or stopped without a final answer, and what was refused: all of it may be sent again. */
    unfinished: listed
      .filter(({ orderId }) => outcomes.has(orderId) && stateOf(orderId) !== 'approved')
      .map(({ orderId }) => orderId),
    send,
    stop: () => {
      stopped.current = true
    },
  }
}
