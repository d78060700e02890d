import { useEffect, useRef } from 'react'

/** Whether the focus is where pasting writes text, or in a dialog or menu above the page. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/**
 * Takes the files that are pasted while the block is in sight or has the focus, and never what is pasted into a field.
 * @returns the ref of the block
 */
export function usePastedFiles(onFiles: (files: readonly File[]) => void) {
  const block = useRef<HTMLElement>(null)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      const { current } = block
      // Of two blocks in sight the first takes them.
      if (event.defaultPrevented || files.length === 0 || current === null || isTaken(event.target)) return
      if (!isInSight(current) && !current.contains(document.activeElement)) return
      event.preventDefault()
      onFiles(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  })
  return block
}
