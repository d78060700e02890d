import { useLayoutEffect, useRef } from 'react'
import { Row } from './layout.tsx'
import { InternalLink } from './link.tsx'
import styles from './TabLinks.module.css'

export interface TabLink {
  href: string
  label: string
  /** How many records wait behind it; null while that is loading, which keeps the place. */
  count?: number | null
}

interface TabLinksProps {
  tabs: readonly TabLink[]
  /** Accessible name of the tab list. */
  label: string
  /** The `href` of the current tab, when the current URL has more search parameters than the link (list state). */
  current?: string | undefined
  /** In the line of a title, beside its buttons. */
  inline?: boolean
}

/** Tabs that are links to screens with their own URLs. The router's link marks the current one with `aria-current`. */
export function TabLinks({ tabs, label, current, inline = false }: TabLinksProps) {
  const list = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const strip = list.current
    const link = [...(strip?.querySelectorAll('a') ?? [])].find((each) => each.getAttribute('href') === current)
    if (!strip || !link) return
    // When the tabs do not fit, scroll the current one to the centre so that its neighbours are visible too.
    const [outer, inner] = [strip.getBoundingClientRect(), link.getBoundingClientRect()]
    strip.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
  }, [current])
  return (
    <nav aria-label={label} data-inline={inline || undefined} style={{ minWidth: 0, maxWidth: '100%' }}>
      <Row as="ul" gap="xs" nowrap align="stretch" className={styles.tabs} ref={list}>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <InternalLink
              href={tab.href}
              className={styles.tab}
              {...(tab.href === current && { 'aria-current': 'page' })}
            >
              {tab.label}
              {tab.count !== undefined && (
                <>
                  {' '}
                  <span className={styles.count}>{tab.count ? `(${tab.count})` : null}</span>
                </>
              )}
            </InternalLink>
          </li>
        ))}
      </Row>
    </nav>
  )
}
