import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import styles from './Fold.module.css'
import { Text } from './layout.tsx'
import { Line } from './Skeletons.tsx'

interface FoldProps {
  /** Opens it in the address: `#history`. */
  id: string
  title: string
  /** How much is in it, in one line: "3 changes, the last on 24 November". */
  summary?: ReactNode
  children: ReactNode
}

const isAddressed = (id: string) => window.location.hash === `#${id}`

/** Writes the address without the router, which would scroll: what is open is part of the page, not another screen. */
function remember(hash: string): void {
  const { pathname, search } = window.location
  History.prototype.replaceState.call(window.history, window.history.state, '', pathname + search + hash)
}

/** Opens the part of this page that has the id, and moves there. */
export function openFold(id: string): void {
  if (isAddressed(id)) remember('')
  window.location.hash = id
}

/**
 * A part of a record's page that is closed at first and says how much is in it. The address remembers the part that was opened
 * last, so a link can point into it, and going back finds it open.
 */
export function Fold({ id, title, summary, children }: FoldProps) {
  const heading = useId()
  const [open, setOpen] = useState(() => isAddressed(id))
  const part = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const arrive = useEffectEvent(() => {
    if (!isAddressed(id)) return
    setOpen(true)
    part.current?.scrollIntoView({ block: 'start' })
    button.current?.focus({ preventScroll: true })
  })
  useEffect(() => {
    arrive()
    window.addEventListener('hashchange', arrive)
    return () => window.removeEventListener('hashchange', arrive)
  }, [])
  const toggle = () => {
    setOpen(!open)
    if (!open) remember(`#${id}`)
    else if (isAddressed(id)) remember('')
  }
  return (
    <section ref={part} id={id} className={styles.fold} aria-labelledby={heading}>
      <div className={styles.line}>
        <Text as="h2" id={heading} className={styles.title}>
          {title}
        </Text>
        <Text kind="small" className={styles.summary} data-place>
          {summary}
        </Text>
        <button
          ref={button}
          type="button"
          className={styles.button}
          aria-labelledby={heading}
          aria-expanded={open}
          onClick={toggle}
        >
          <IconChevronRight size={18} stroke={1.8} aria-hidden />
        </button>
      </div>
      {open && <div className={styles.body}>{children}</div>}
    </section>
  )
}

/** In the place of a fold whose code is loading. */
export const FoldOutline = () => (
  <div className={styles.fold} data-outline>
    <div className={styles.line}>
      <Line width="16rem" />
    </div>
  </div>
)

/** Folds below each other. */
export const Folds = ({ children }: { children: ReactNode }) => <div className={styles.folds}>{children}</div>
