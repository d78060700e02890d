/** Sends one call for each of many rows, one after the other. Pure: the calls are given, so tests can lose an answer. */
import { isProblem } from '../problem.ts'

export type Outcome =
  | { state: 'waiting' | 'running' | 'done' }
  /** It was done and has been taken back. */
  | { state: 'undone' }
  /** The server decided against it; sending it again changes nothing before something else does. */
  | { state: 'refused'; error: unknown }
  /** No answer arrived, or the server failed: it may be done. */
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
