/** Milliseconds to wait for a paint at most. */
const withoutPaint = 200

/** For a question that holds the work back: whether to leave a changed form. */
export function showNothingGoing(): void {
  delete document.documentElement.dataset.going
}

/**
 * Runs `work` once the browser has painted what the present input has changed so far. Until it ends, the frame shows that the
 * portal is working (`data-going`, `Frame.module.css`).
 */
export async function afterPaint<T>(work: () => Promise<T>): Promise<T> {
  document.documentElement.dataset.going = ''
  // A hidden page is not painted, and a visible one behind another window perhaps not either.
  if (document.visibilityState === 'visible')
    await new Promise<void>((painted) => {
      requestAnimationFrame(() => setTimeout(painted))
      setTimeout(painted, withoutPaint)
    })
  try {
    return await work()
  } finally {
    showNothingGoing()
  }
}
