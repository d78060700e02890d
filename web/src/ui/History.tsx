import type { CSSProperties, ReactNode } from 'react'
import { DateTime } from './DateTime.tsx'
import styles from './History.module.css'
import { Row, Stack, Text } from './layout.tsx'
import type { Tone } from './StatusTag.tsx'

export interface HistoryEntry {
  id: string
  /** What happened. */
  title: ReactNode
  at: string | Date
  /** The user or process that did it. */
  by?: ReactNode
  detail?: ReactNode
  /** What can be done about it. */
  more?: ReactNode
  tone?: Tone
}

/** A timeline of events, in the order the caller gives. */
export function History({ entries, label }: { entries: readonly HistoryEntry[]; label: string }) {
  return (
    <Stack as="ol" gap="none" aria-label={label} data-places>
      {entries.map(({ id, title, at, by, detail, more, tone = 'neutral' }) => (
        <li key={id} className={styles.entry} style={{ '--dot': `var(--ui-${tone}-solid)` } as CSSProperties}>
          <Text as="div" style={{ fontWeight: 550 }}>
            {title}
          </Text>
          <Text as="div" kind="small">
            <Row gap="md" style={{ rowGap: 0 }}>
              <DateTime value={at} />
              {by && <span>{by}</span>}
            </Row>
          </Text>
          {detail && (
            <Text as="div" kind="quiet" style={{ marginTop: '0.25rem', whiteSpace: 'pre-line' }}>
              {detail}
            </Text>
          )}
          {more}
        </li>
      ))}
    </Stack>
  )
}
