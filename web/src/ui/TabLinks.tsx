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
}

/** Screens that belong together, each with an address of its own; the link to the one that is shown says so by itself. */
export function TabLinks({ tabs, label }: TabLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.tabs}>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <InternalLink href={tab.href} className={styles.tab}>
              {tab.label}
            </InternalLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
