/** Delay in milliseconds: by then a screen shows its first rows, even on a slow connection. */
const aMoment = 3000

const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Resolves once somebody uses the page: what is only looked at needs no more than it shows. */
let use: Promise<void> | undefined
const isUsed = () => {
  use ??= new Promise((resolve) => {
    for (const sign of signs) window.addEventListener(sign, () => resolve(), { once: true, passive: true })
  })
  return use
}

/**
 * Runs a task of low priority, such as preloading the code of a dialog, after the screen's own work, once somebody uses the page
 * and when the browser is idle. Returns a function that cancels it.
 */
export function inSpareTime(task: () => void): () => void {
  let cancel: (() => void) | undefined
  let isOver = false
  const used = isUsed()
  const timer = setTimeout(() => {
    void used.then(() => {
      if (!isOver) cancel = afterDrawing(task)
    })
  }, aMoment)
  return () => {
    isOver = true
    clearTimeout(timer)
    cancel?.()
  }
}

/** Runs it as soon as the browser has nothing else to do, and in any case after a moment. */
function afterDrawing(task: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 200)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(task, { timeout: aMoment })
  return () => cancelIdleCallback(idle)
}
