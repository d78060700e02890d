/** Delay in milliseconds: by then a screen shows its first rows, even on a slow connection. */
const aMoment = 3000

/**
 * Runs a task of low priority, such as preloading the code of a dialog, after the screen's own work and when the browser is
 * idle. Returns a function that cancels it.
 */
export function inSpareTime(task: () => void): () => void {
  let cancel: (() => void) | undefined
  const timer = setTimeout(() => {
    cancel = afterDrawing(task)
  }, aMoment)
  return () => {
    clearTimeout(timer)
    cancel?.()
  }
}

/**
 * Runs what the reader needs soon, but not to see the screen: as soon as the browser has drawn it and has nothing else to do, and
 * in any case after a moment. Returns a function that cancels it.
 */
function afterDrawing(task: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 200)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(task, { timeout: aMoment })
  return () => cancelIdleCallback(idle)
}
