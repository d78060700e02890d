import { cloneElement, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import styles from './Popup.module.css'
import { keepPlaced } from './place.ts'

/**
 * Milliseconds. A passing pointer does not open the tooltip, and there is time to move the pointer from the
 * control onto the tooltip.
 */
const openDelay = 300
const closeDelay = 120

interface TooltipProps {
  label: string
  /** Exactly one focusable element. */
  children: ReactElement<{ 'aria-label'?: string | undefined; 'aria-describedby'?: string | undefined }>
}

/**
 * A tooltip for a control: on hover, focus and touch; Escape closes it. Screen readers always get its text as
 * the description.
 */
export function Tooltip({ label, children }: TooltipProps) {
  const id = useId()
  const around = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [shown, setShown] = useState(false)
  const soon = (show: boolean, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(show), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const [element, anchor] = [box.current, around.current?.firstElementChild]
    if (!shown || element === null || anchor == null) return
    element.showPopover()
    const stop = keepPlaced(element, anchor, 'center')
    const hide = () => setShown(false)
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    const onPress = (event: PointerEvent) =>
      !(event.target instanceof Node && around.current?.contains(event.target)) && hide()
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      stop()
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
      element.hidePopover()
    }
  }, [shown])
  // Skip the description when it only repeats the accessible name.
  const described = children.props['aria-label'] === label ? undefined : id
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside has the focus; this element only listens to its events
    <span
      ref={around}
      className={styles.tipped}
      onPointerEnter={({ pointerType }) => soon(true, pointerType === 'mouse' ? openDelay : 0)}
      onPointerLeave={({ pointerType, currentTarget }) => {
        if (pointerType === 'mouse' && !currentTarget.querySelector(':focus-visible')) soon(false, closeDelay)
      }}
      onFocus={() => soon(true, 0)}
      onBlur={() => soon(false, 0)}
    >
      {cloneElement(children, { 'aria-describedby': described })}
      <span ref={box} id={id} popover="manual" role="tooltip" className={styles.tip}>
        {label}
      </span>
    </span>
  )
}
