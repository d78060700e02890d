const keyOf = (userId: string) => `today.height:${userId}`

/**
 * The height that the block had when the reader last saw it, in CSS pixels: the outline takes it, so that the figures below do
 * not move when the rows arrive. Without one, that of a few rows.
 */
export function heightOfLastTime(userId: string): number {
  try {
    return Number(localStorage.getItem(keyOf(userId))) || 272
  } catch {
    return 272
  }
}

export function rememberHeight(userId: string, box: HTMLElement | null): void {
  if (!box) return
  try {
    localStorage.setItem(keyOf(userId), String(box.offsetHeight))
  } catch {
    // Storage can be unavailable (private windows); the outline then has the height of a few rows.
  }
}
