/**
 * Runs in the page: the targets that are too small and too close to another one (WCAG 2.5.8). A target is at least 24 by 24 pixels,
 * or a circle of 24 pixels around its middle touches no other target and no circle of another small one. Links within a sentence
 * are exempt. The area of an input's label counts as part of its target. axe measures the same, but without labels and only for
 * focusable elements.
 */
export function smallTargets(): string[] {
  interface Target {
    element: Element
    box: DOMRect
    isSmall: boolean
  }
  const least = 24
  const selector =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=menuitem], [role=tab], [role=option], [role=checkbox], [role=radio], [role=switch], [role=slider]'
  const union = (one: DOMRect, other: DOMRect) => {
    const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
    return new DOMRect(x, y, Math.max(one.right, other.right) - x, Math.max(one.bottom, other.bottom) - y)
  }
  const boxOf = (element: Element) =>
    [...((element as HTMLInputElement).labels ?? [])].reduce(
      (box, label) => union(box, label.getBoundingClientRect()),
      element.getBoundingClientRect(),
    )
  /** Whether something covers the target: a bar that stays in view while the page scrolls. */
  const isCovered = (element: Element, { x, y, width, height }: DOMRect) => {
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    const own = [element, ...((element as HTMLInputElement).labels ?? [])]
    return top !== null && !own.some((each) => each.contains(top) || top.contains(each))
  }
  /** The elements that scroll or cut the target: the cell of a table, and the frame that scrolls the table. */
  const framesOf = (element: Element): Element[] => {
    const frames: Element[] = []
    for (let each = element.parentElement; each !== null && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each)
      if (overflowX !== 'visible' || overflowY !== 'visible') frames.push(each)
    }
    return frames
  }
  /** A link or button within a sentence. */
  const isInline = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && /\w/.test(node.textContent ?? ''),
    )
  const targets = [...document.querySelectorAll(selector)]
    .filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest('[inert], [aria-hidden=true]') === null &&
        !(element as HTMLButtonElement).disabled,
    )
    .map((element): Target => {
      const box = boxOf(element)
      return { element, box, isSmall: box.width < least - 0.5 || box.height < least - 0.5 }
    })
    .filter(({ element, box }) => box.width > 1 && box.height > 1 && !isCovered(element, box))
  const middle = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 })
  /** The distance from the centre of `one` to the nearest point of `other`. */
  const distance = (one: DOMRect, other: DOMRect) => {
    const { x, y } = middle(one)
    return Math.hypot(x - Math.min(Math.max(x, other.x), other.right), y - Math.min(Math.max(y, other.y), other.bottom))
  }
  /**
   * Whether one is scrolled out of view where the other is not, or cut at the edge behind which the other is: its box lies over what
   * follows the frame only until it is scrolled into view.
   */
  const areApart = (one: Target, other: Target) =>
    [one, other].some(({ element, box }, index) => {
      const near = [other, one][index] as Target
      const { x, y } = middle(box)
      return framesOf(element).some((frame) => {
        if (frame.contains(near.element)) return false
        const { left, right, top, bottom } = frame.getBoundingClientRect()
        const { overflowX, overflowY } = getComputedStyle(frame)
        const isCut =
          /auto|scroll/.test(overflowX + overflowY) &&
          ((box.top < top && near.box.bottom <= top) ||
            (box.bottom > bottom && near.box.top >= bottom) ||
            (box.left < left && near.box.right <= left) ||
            (box.right > right && near.box.left >= right))
        return isCut || x < left || x > right || y < top || y > bottom
      })
    })
  const isTooClose = (one: Target, other: Target) => {
    if (one.element.contains(other.element) || other.element.contains(one.element)) return false
    const [from, to] = [middle(one.box), middle(other.box)]
    const isNear =
      distance(one.box, other.box) < least / 2 - 0.5 ||
      (other.isSmall && Math.hypot(from.x - to.x, from.y - to.y) < least - 0.5)
    return isNear && !areApart(one, other)
  }
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
  return targets.flatMap((target) => {
    if (!target.isSmall || isInline(target.element)) return []
    const near = targets.find((other) => other !== target && isTooClose(target, other))
    if (near === undefined) return []
    const { width, height } = target.box
    return [
      `small target ${nameOf(target.element)} of ${Math.round(width)} by ${Math.round(height)} beside ${nameOf(near.element)}`,
    ]
  })
}

/**
 * Runs in the page: the texts that have so little room that they are broken within their words, three lines and more of a few
 * letters each. A row that is too narrow for its columns shows one so.
 */
export function squeezedTexts(): string[] {
  const found: string[] = []
  const isForScreenReaders = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== 'none' || isForScreenReaders(element.parentElement))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const longest = Math.max(...text.split(/\s+/).map((word) => word.length))
    if (longest < 5) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    if (lines >= 3 && text.length / lines < 4.5 && !isForScreenReaders(node.parentElement))
      found.push(`“${text}” stands in ${lines} lines`)
  }
  return found
}
