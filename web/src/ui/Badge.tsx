import type { ReactNode } from 'react'
import styles from './Badge.module.css'

interface BadgeProps {
  /** In the colour of the portal by default; `plain` has none, and `quiet` is a remark beside a name. */
  look?: 'brand' | 'plain' | 'quiet'
  title?: string | undefined
  children: ReactNode
}

/** A short word that belongs to what it stands beside: a kind, a certificate, a remark. */
export const Badge = ({ look = 'brand', title, children }: BadgeProps) => (
  <span
    className={styles.badge}
    data-quiet={look === 'quiet' || undefined}
    data-plain={look === 'plain' || undefined}
    title={title}
  >
    {children}
  </span>
)
