import { constants } from 'node:os'

/** A second signal forces the end only after this time: npm and the terminal both forward the same Ctrl-C. */
const sameSignalMilliseconds = 1_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Stopping {
  /**
   * Registers something to end when the process stops; the last one is ended first. `must`: waited for without a limit.
   */
  onStop(end: () => Promise<unknown>, options?: { must: boolean }): void
  /**
   * Ends everything registered; what exceeds the grace period is abandoned, unless it is `must`. True when all of it
   * ended.
   */
  endAll(graceMilliseconds: number): Promise<boolean>
  /** Whether a signal was received. */
  begun(): boolean
}

export interface StoppingOptions {
  /** Grace period in milliseconds; 0 while the process is still starting. */
  grace(): number
  say(line: string): void
}

/**
 * Ends the process on SIGINT, SIGTERM and SIGHUP, at any moment and however often they come. What was registered with
 * `must` (the embedded database) never outlives it.
 */
export function openStopping({ grace, say }: StoppingOptions): Stopping {
  const endings: { end: () => Promise<unknown>; must: boolean }[] = []
  let hurry: () => void = () => undefined
  const hurried = new Promise<'left'>((resolve) => {
    hurry = () => resolve('left')
  })
  let begunAt: number | undefined

  async function endAll(graceMilliseconds: number): Promise<boolean> {
    let whole = true
    const timer = setTimeout(hurry, graceMilliseconds)
    for (const { end, must } of endings.splice(0).reverse()) {
      const ended = Promise.resolve()
        .then(end)
        .catch((error: Error) => {
          say(`Could not stop cleanly: ${error.message}`)
          return 'left'
        })
      if ((await (must ? ended : Promise.race([ended, hurried]))) === 'left') whole = false
    }
    clearTimeout(timer)
    return whole
  }

  for (const signal of signals) {
    process.on(signal, () => {
      const now = performance.now()
      if (begunAt !== undefined) {
        if (now - begunAt > sameSignalMilliseconds) hurry()
        return
      }
      begunAt = now
      const patience = grace()
      say(patience > 0 ? `Stopping: what is under way gets ${patience / 1000} s …` : 'Stopping …')
      void endAll(patience).then((whole) => {
        if (patience === 0) process.exit(128 + constants.signals[signal])
        process.exit(whole ? 0 : 1)
      })
    })
  }

  return {
    onStop: (end, { must } = { must: false }) => {
      endings.push({ end, must })
    },
    endAll,
    begun: () => begunAt !== undefined,
  }
}
