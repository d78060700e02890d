import { type ReactNode, useId } from 'react'
import styles from './Panel.module.css'

interface PanelProps {
  title?: string | undefined
  description?: ReactNode
  actions?: ReactNode
  /** Removes the inner padding, for a table that fills the panel. */
  flush?: boolean
  tone?: 'danger' | undefined
  children: ReactNode
}

/** A section of a page with its own heading. */
export function Panel({ title, description, actions, flush = false, tone, children }: PanelProps) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={title ? id : undefined} data-tone={tone}>
      {(title || actions) && (
        <div className={styles.head}>
          <div className={styles.titles}>
            {title && (
              <h2 id={id} className={styles.title}>
                {title}
              </h2>
            )}
            {description && <div className={styles.description}>{description}</div>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      <div className={styles.body} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  )
}
