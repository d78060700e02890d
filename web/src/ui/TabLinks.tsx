import { useLayoutEffect, useRef } from 'react'
import { InternalLink } from './link.tsx'
import styles from './TabLinks.module.css'

export interface TabLink {
  href: string
  label: string
}

interface TabLinksProps {
  tabs: readonly TabLink[]
  /** Names the tabs for a screen reader. */
  label: string
  /** The one that is shown, where its address may have more in it than the link: the state of a list. */
  current?: string | undefined
}

/** Screens that belong together, each with an address of its own; the link to the one that is shown says so by itself. */
export function TabLinks({ tabs, label, current }: TabLinksProps) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const strip = list.current
    const link = [...(strip?.querySelectorAll('a') ?? [])].find((each) => each.getAttribute('href') === current)
    if (!strip || !link) return
    // Where the tabs do not fit, the one that is shown is in sight, with a neighbour on either side.
    const [outer, inner] = [strip.getBoundingClientRect(), link.getBoundingClientRect()]
    strip.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
  }, [current])
  return (
    <nav aria-label={label}>
      <ul className={styles.tabs} ref={list}>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <InternalLink
              href={tab.href}
              className={styles.tab}
              {...(tab.href === current && { 'aria-current': 'page' })}
            >
              {tab.label}
            </InternalLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
