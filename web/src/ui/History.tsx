import type { ReactNode } from 'react'
import { DateTime } from './DateTime.tsx'
import styles from './History.module.css'
import type { Tone } from './StatusTag.tsx'

export interface HistoryEntry {
  id: string
  /** What happened. */
  title: ReactNode
  at: string | Date
  /** The user or process that did it. */
  by?: ReactNode
  detail?: ReactNode
  tone?: Tone
}

/** A timeline of events, in the order the caller gives. */
export function History({ entries, label }: { entries: readonly HistoryEntry[]; label: string }) {
  return (
    <ol className={styles.history} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry} data-tone={entry.tone ?? 'neutral'}>
          <div className={styles.title}>{entry.title}</div>
          <div className={styles.meta}>
            <DateTime value={entry.at} />
            {entry.by && <span>{entry.by}</span>}
          </div>
          {entry.detail && <div className={styles.detail}>{entry.detail}</div>}
        </li>
      ))}
    </ol>
  )
}
