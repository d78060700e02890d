/** Between a thing and what floats beside it, and between that and the edge of the window, in pixels. */
const gap = 6

type Alignment = 'start' | 'end' | 'center'

/**
 * Puts a floating box below what it belongs to, or above where there is no room below, and within the window. The library's
 * floating layer weighs a sixth of what a list may; this is the part of it that we use.
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

/** Keeps it there while the page scrolls, the window or the box changes its size. Returns how to stop. */
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
