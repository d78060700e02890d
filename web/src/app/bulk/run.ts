/** Sends one call for each of many rows, one after the other. The calls are parameters, so that tests can simulate lost answers. */
import { isProblem } from '../problem.ts'

export type Outcome =
  | { state: 'waiting' | 'running' | 'done' }
  /** It was done and then undone. */
  | { state: 'undone' }
  /** The server refused it; a retry would be refused too. */
  | { state: 'refused'; error: unknown }
  /** No answer arrived, or the server failed: the call may have been carried out. */
  | { state: 'unknown'; error: unknown }

interface Run {
  send(key: string): Promise<unknown>
  onOutcome(key: string, outcome: Outcome): void
  isStopped(): boolean
}

/** When a call gets no answer, the run ends, because the others would wait for the same time-out. */
export async function runAll(keys: readonly string[], { send, onOutcome, isStopped }: Run): Promise<void> {
  for (const key of keys) {
    if (isStopped()) return
    onOutcome(key, { state: 'running' })
    const outcome = await send(key).then(
      (): Outcome => ({ state: 'done' }),
      (error: unknown): Outcome => ({ state: isProblem(error) && error.transient ? 'unknown' : 'refused', error }),
    )
    onOutcome(key, outcome)
    if (outcome.state === 'unknown') return
  }
}
