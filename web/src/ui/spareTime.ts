/** Delay in milliseconds: by then a screen shows its first rows, even on a slow connection. */
const aMoment = 3000

/**
 * Runs a task of low priority, such as preloading the code of a dialog, after the screen's own work and when the browser is
 * idle. Returns a function that cancels it.
 */
export function inSpareTime(task: () => void): () => void {
  let idle: number | undefined
  const timer = setTimeout(() => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) idle = requestIdleCallback(task)
    else task()
  }, aMoment)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
