/** Distance in pixels between the anchor and the floating box, and between the box and the window's edge. */
const gap = 6

type Alignment = 'start' | 'end' | 'center'

/**
 * Positions a floating box below its anchor, or above when there is no room below, always inside the window.
 * Replaces the library's floating layer (decision 031).
 */
function place(box: HTMLElement, anchor: Element, alignment: Alignment): void {
  const around = anchor.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const { offsetWidth: width, offsetHeight: height } = box
  const below = around.bottom + gap
  const above = around.top - gap - height
  const fitsBelow = below + height + gap <= clientHeight
  const left =
    alignment === 'start'
      ? around.left
      : alignment === 'end'
        ? around.right - width
        : around.left + (around.width - width) / 2
  box.style.top = `${Math.max(gap, fitsBelow || above < gap ? Math.min(below, clientHeight - height - gap) : above)}px`
  box.style.left = `${Math.max(gap, Math.min(left, clientWidth - width - gap))}px`
}

/** Repositions the box on scrolling and when the window or the box is resized. Returns the cleanup function. */
export function keepPlaced(box: HTMLElement, anchor: Element, alignment: Alignment): () => void {
  const again = () => place(box, anchor, alignment)
  const observer = new ResizeObserver(again)
  observer.observe(box)
  window.addEventListener('scroll', again, { capture: true, passive: true })
  window.addEventListener('resize', again)
  again()
  return () => {
    observer.disconnect()
    window.removeEventListener('scroll', again, { capture: true })
    window.removeEventListener('resize', again)
  }
}
