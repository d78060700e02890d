import { type ReactNode, useId } from 'react'
import styles from './Panel.module.css'

interface PanelProps {
  title?: string | undefined
  description?: ReactNode
  actions?: ReactNode
  /** Without inner space, for a table that fills it. */
  flush?: boolean
  tone?: 'danger' | undefined
  children: ReactNode
}

/** A part of a page with a name of its own. */
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
