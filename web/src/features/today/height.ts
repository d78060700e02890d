const keyOf = (userId: string) => `trellis.today.${userId}`

/** The height of some rows, in CSS pixels, for who has not seen the block before. */
const ofSomeRows = 272

/** The height that the reader last saw the block with, in CSS pixels. Kept in this browser's storage. */
export function heightOfLastTime(userId: string): number {
  try {
    return Number(localStorage.getItem(keyOf(userId))) || ofSomeRows
  } catch {
    return ofSomeRows
  }
}

/** Remembers the height of the block with all its rows, in CSS pixels. */
export function rememberHeight(userId: string, height: number): void {
  try {
    localStorage.setItem(keyOf(userId), String(Math.round(height)))
  } catch {
    // Storage can be unavailable (private windows); the block then keeps the height of some rows.
  }
}
