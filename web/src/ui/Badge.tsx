import type { ReactNode } from 'react'
import styles from './Badge.module.css'

interface BadgeProps {
  /** In the colour of the portal by default; `plain` has none, and `quiet` is a remark beside a name. */
  look?: 'brand' | 'plain' | 'quiet'
  title?: string | undefined
  /** Before the word, such as a dot. */
  mark?: ReactNode
  children: ReactNode
}

/** A short word that belongs to what it stands beside: a kind, a certificate, a remark. */
export const Badge = ({ look = 'brand', title, mark, children }: BadgeProps) => (
  <span
    className={styles.badge}
    data-quiet={look === 'quiet' || undefined}
    data-plain={look === 'plain' || undefined}
    title={title}
  >
    {mark}
    <span className={styles.word}>{children}</span>
  </span>
)
