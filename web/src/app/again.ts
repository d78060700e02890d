/** Milliseconds before what failed is tried again: after the first failure, the second and so on, the last for all later ones. */
const pauses = [1_000, 2_000, 5_000, 10_000, 30_000]

/** The pause after so many failures, by chance up to a quarter shorter, so that not all browsers come back at the same moment. */
export const pauseAfter = (failures: number): number =>
  (pauses[Math.min(failures, pauses.length) - 1] ?? 0) * (0.75 + Math.random() / 4)

/**
 * Tries again what failed until it is told to stop: after pauses that grow, and at once when the browser is online again or the tab
 * is seen again. A hidden tab tries nothing, and no attempt begins before the last one has ended.
 *
 * @param attempt says by itself what became of it, and does not reject
 * @param pause milliseconds after so many failures
 * @returns the function that stops it
 */
export function keepTrying(
  attempt: () => Promise<unknown>,
  pause: (failures: number) => number = pauseAfter,
): () => void {
  let timer: number | undefined
  let failures = 1
  let isTrying = false
  /** The browser came back during an attempt, which may wait for a connection that is dead. */
  let isDue = false
  let isOver = false
  const wait = () => {
    timer = window.setTimeout(() => void now(), pause(failures))
  }
  const now = async () => {
    window.clearTimeout(timer)
    if (isTrying || isOver || document.visibilityState === 'hidden') return
    isTrying = true
    await attempt()
    isTrying = false
    failures += 1
    if (isOver) return
    if (!isDue) return wait()
    isDue = false
    void now()
  }
  const look = () => {
    isDue = isTrying
    void now()
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', look)
  wait()
  return () => {
    isOver = true
    window.clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', look)
  }
}
