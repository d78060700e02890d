import type { ReactNode } from 'react'
import styles from './DefinitionList.module.css'
import { NoValue } from './NoValue.tsx'
import { Line } from './Skeletons.tsx'

export interface Definition {
  term: string
  value: ReactNode
  /** Takes the whole width, for long text. */
  wide?: boolean
}

/** A list of label and value pairs (`<dl>`). */
export function DefinitionList({ items, loading = false }: { items: readonly Definition[]; loading?: boolean }) {
  return (
    <dl className={styles.list} aria-busy={loading || undefined}>
      {items.map(({ term, value, wide }) => (
        <div key={term} className={styles.item} data-wide={wide || undefined}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>
            {loading ? (
              <Line width="60%" />
            ) : value === null || value === undefined || value === '' ? (
              <NoValue />
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
