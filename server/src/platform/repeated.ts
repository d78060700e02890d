/** Milliseconds. */
const usualPause = 60_000

/**
 * For what happens to every connection at once, as when the database stops: whether it is due to be logged loudly again, at most once a
 * minute. What else there is goes to the level `debug`.
 */
export function openRepeated(pause = usualPause): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - last < pause) return false
    last = now
    return true
  }
}
