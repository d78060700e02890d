import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { CloseContext } from './later.tsx'
import styles from './Popup.module.css'
import { keepPlaced } from './place.ts'

interface PopupState {
  opened: boolean
  open: () => void
  close: () => void
  /** Props for the button that opens and closes the popup. */
  opener: { popoverTarget: string; 'aria-expanded': boolean; 'aria-haspopup': 'dialog' }
  box: RefObject<HTMLDivElement | null>
  id: string
  setOpened: (opened: boolean) => void
}

/** State of one popup: `const popup = usePopup()`, `<button {...popup.opener}>`, `<Popup popup={popup} label={…}>`. */
export function usePopup(): PopupState {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(false)
  return {
    opened,
    // With its source, so that a popup around the button stays open.
    open: () => box.current?.showPopover({ source: openerOf(id) ?? undefined }),
    close: () => box.current?.hidePopover(),
    opener: { popoverTarget: id, 'aria-expanded': opened, 'aria-haspopup': 'dialog' },
    box,
    id,
    setOpened,
  }
}

const openerOf = (id: string) => document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(id)}"]`)

/** Whether an element is in the popup, or in one that a button in the popup opened: popups are not nested in the document. */
const isWithin = (box: Element, element: Element) =>
  box.contains(element) || box.contains(openerOf(element.closest('[popover]')?.id ?? ''))

/** True while a popup is open: Escape must then close the popup and not the dialog below it. */
export const isPopupOpen = () => document.querySelector('[role="dialog"]:popover-open') !== null

interface PopupProps {
  popup: PopupState
  label: string
  /** Which edge of the opener the popup aligns with. */
  align?: 'start' | 'end'
  /** The element to place the popup at, if it is not the opener. */
  anchor?: RefObject<Element | null> | undefined
  width?: number
  /**
   * Rendered only while the popup is open, so it may be lazy-loaded. `data-autofocus` marks the element that
   * gets the focus; by default it is the first control.
   */
  children: ReactNode
}

const focusable = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), a[href]'

/**
 * A small dialog next to the button that opens it. The browser's popover API puts it in the top layer, closes
 * it on Escape or an outside click, and restores the focus.
 */
export function Popup({ popup, label, align = 'start', anchor, width, children }: PopupProps) {
  const { id, box, opened, setOpened } = popup
  useLayoutEffect(() => {
    const element = box.current
    if (!opened || element === null) return
    const unwatch = focusWithin(element)
    const opener = openerOf(id)
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
        // `toggle` events of nested popovers and details elements reach this handler too.
        if (event.target === event.currentTarget) setOpened(event.newState === 'open')
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        const leaves = relatedTarget instanceof Element && !isWithin(currentTarget, relatedTarget)
        if (leaves && relatedTarget.getAttribute('popovertarget') !== id) currentTarget.hidePopover()
      }}
    >
      {opened && <CloseContext value={popup.close}>{children}</CloseContext>}
    </div>,
    document.body,
  )
}

/** Focuses the first control, now or as soon as one is rendered. Returns the cleanup function. */
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
