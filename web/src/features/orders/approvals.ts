/** Approves many orders, one after the other (rules O19). Pure: the calls are given, so tests can lose an answer. */
import { isProblem } from '../../app/problem.ts'

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

async function approveOne(orderId: string, calls: Calls, attempts = 2): Promise<Outcome> {
  try {
    await calls.approve(orderId)
    return { state: 'approved' }
  } catch (error) {
    if (isProblem(error) && error.transient) {
      if (attempts <= 1) return { state: 'unknown', error }
      await calls.pause()
      return approveOne(orderId, calls, attempts - 1)
    }
    if (!isProblem(error, 'OC522')) return { state: 'refused', error }
    // No longer pending: approved before, or canceled or revoked by somebody else.
    return calls.statusOf(orderId).then(
      (status) => (status === 'approved' ? { state: 'approved' } : { state: 'refused', error }),
      (failure: unknown) => ({ state: 'unknown', error: failure }),
    )
  }
}
