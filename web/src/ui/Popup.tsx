import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './Popup.module.css'
import { keepPlaced } from './place.ts'

interface PopupState {
  opened: boolean
  open: () => void
  close: () => void
  /** For the button that opens and closes it. */
  opener: { popoverTarget: string; 'aria-expanded': boolean; 'aria-haspopup': 'dialog' }
  box: RefObject<HTMLDivElement | null>
  id: string
  setOpened: (opened: boolean) => void
}

/** One for each popup: `const popup = usePopup()`, `<button {...popup.opener}>`, `<Popup popup={popup} label={…}>`. */
export function usePopup(): PopupState {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(false)
  return {
    opened,
    open: () => box.current?.showPopover(),
    close: () => box.current?.hidePopover(),
    opener: { popoverTarget: id, 'aria-expanded': opened, 'aria-haspopup': 'dialog' },
    box,
    id,
    setOpened,
  }
}

/** Escape then is meant for it, not for what it stands on. */
export const isPopupOpen = () => document.querySelector('[role="dialog"]:popover-open') !== null

interface PopupProps {
  popup: PopupState
  label: string
  /** With which edge of its opener it lines up. */
  align?: 'start' | 'end'
  /** What it hangs on, if not its opener. */
  anchor?: RefObject<Element | null> | undefined
  width?: number
  /** Drawn only while it is open, and may be fetched then. `data-autofocus` marks what gets the focus, else it is the first. */
  children: ReactNode
}

const focusable = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), a[href]'

/**
 * A small dialog beside the button that opens it. The browser's own popover puts it above everything, closes it on Escape and
 * with a click elsewhere, and gives the focus back.
 */
export function Popup({ popup, label, align = 'start', anchor, width, children }: PopupProps) {
  const { id, box, opened, setOpened } = popup
  useLayoutEffect(() => {
    const element = box.current
    if (!opened || element === null) return
    const unwatch = focusWithin(element)
    const opener = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`)
    const beside = anchor?.current ?? opener
    const unplace = beside === null ? undefined : keepPlaced(element, beside, align)
    return () => {
      unwatch()
      unplace?.()
    }
  }, [opened, id, align, anchor, box])
  return createPortal(
    <div
      ref={box}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={styles.popup}
      style={{ width, visibility: opened ? undefined : 'hidden' }}
      onToggle={(event) => {
        // Something within that opens and closes tells it as well.
        if (event.target === event.currentTarget) setOpened(event.newState === 'open')
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        const leaves = relatedTarget instanceof Element && !currentTarget.contains(relatedTarget)
        if (leaves && relatedTarget.getAttribute('popovertarget') !== id) currentTarget.hidePopover()
      }}
    >
      {opened && children}
    </div>,
    document.body,
  )
}

/** Gives the focus to the first control, now or as soon as there is one. */
function focusWithin(element: HTMLElement): () => void {
  const found = () => {
    const first =
      element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>(focusable)
    first?.focus({ preventScroll: true })
    return first !== null
  }
  if (found()) return () => undefined
  const observer = new MutationObserver(() => found() && observer.disconnect())
  observer.observe(element, { childList: true, subtree: true })
  return () => observer.disconnect()
}
