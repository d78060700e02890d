/**
 * Decides orders so that a lost answer has one effect, and approves many, one after the other (rules O19). Pure: the
 * calls are given, so tests can lose an answer.
 */
import type { Approval } from '@trellis/contract/order-approvals'
import { isProblem } from '../../app/problem.ts'
import type { Missing } from '../../app/purchase.ts'

export type Outcome =
  | { state: 'waiting' | 'running' | 'approved' }
  /** The server decided against it; sending it again changes nothing before something else does. */
  | { state: 'refused'; error: unknown }
  /** No answer arrived, or the server failed: the order may be approved. Sending it again tells. */
  | { state: 'unknown'; error: unknown }

interface Calls {
  approve(orderId: string): Promise<unknown>
  /** The order's status now. */
  statusOf(orderId: string): Promise<string>
  onOutcome(orderId: string, outcome: Outcome): void
  isStopped(): boolean
  /** Waits before the second attempt; replaced in tests. */
  pause(): Promise<void>
}

/**
 * Sends one approval at a time, in the given sequence. A lost answer is sent for a second time: if the first attempt had
 * its effect, the server answers OC522 and the order is read as approved. When an order gets no answer at all, the run ends,
 * because the others would wait for the same time-out.
 */
export async function approveAll(orderIds: readonly string[], calls: Calls): Promise<void> {
  for (const orderId of orderIds) {
    if (calls.isStopped()) return
    calls.onOutcome(orderId, { state: 'running' })
    const outcome = await approveOne(orderId, calls)
    calls.onOutcome(orderId, outcome)
    if (outcome.state === 'unknown') return
  }
}

const approveOne = async (orderId: string, { approve, statusOf, pause }: Calls): Promise<Outcome> => {
  const done = async () => ((await statusOf(orderId)) === 'approved' ? true : null)
  const sent = await sendDecision({ send: () => approve(orderId), done, pause }, true)
  // Of many orders it does not matter who approved one that is no longer pending.
  return sent.state === 'done' ? { state: 'approved' } : sent
}

interface DecisionCalls<Answer> {
  send(): Promise<Answer>
  /** The order, if it has the wanted status now; null otherwise. */
  done(): Promise<Answer | null>
  pause(): Promise<void>
}

export type Sent<Answer> = { state: 'done'; answer: Answer } | { state: 'refused' | 'unknown'; error: unknown }

/**
 * Sends a decision on one order, for a second time when the answer is lost. If the first attempt had its effect, the
 * server refuses the second with OC522, and the order has the wanted status.
 * @param mayBeDone the decision may have been made before this call: OC522 is no refusal then
 */
export async function sendDecision<Answer>(
  calls: DecisionCalls<Answer>,
  mayBeDone: boolean,
  attempts = 2,
): Promise<Sent<Answer>> {
  try {
    return { state: 'done', answer: await calls.send() }
  } catch (error) {
    const isLost = isProblem(error) && error.transient
    if (isLost && attempts > 1) {
      await calls.pause()
      return sendDecision(calls, true, attempts - 1)
    }
    if (!isLost && !(mayBeDone && isProblem(error, 'OC522'))) return { state: 'refused', error }
    return calls.done().then(
      (answer) => (answer === null ? { state: isLost ? 'unknown' : 'refused', error } : { state: 'done', answer }),
      (failure: unknown) => ({ state: 'unknown', error: failure }),
    )
  }
}

/** The pieces that are missing to approve all short orders. `available` is what is left after the orders before them. */
export function missingOfAll(short: readonly Pick<Approval, 'shortages'>[]): Missing[] {
  const found = new Map<string, { wanted: number; available: number }>()
  for (const { productId, quantity, available } of short.flatMap(({ shortages }) => shortages)) {
    const before = found.get(productId)
    found.set(productId, {
      wanted: (before?.wanted ?? 0) + quantity,
      available: Math.min(before?.available ?? available, available),
    })
  }
  return [...found].map(([productId, { wanted, available }]) => ({ productId, quantity: wanted - available }))
}
