import type { ReactNode } from 'react'
import styles from './Decision.module.css'
import { Row, Stack, Text } from './layout.tsx'
import { type Tone, toneIcons } from './StatusTag.tsx'

/** What stands at the top of a record, in order of weight. */
export const Decisions = ({ label, children }: { label: string; children: ReactNode }) => (
  <Stack as="ul" gap="sm" aria-label={label} data-places inOrder>
    {children}
  </Stack>
)

interface DecisionProps {
  /** `warning`: the reader has to act; the others only inform. */
  tone: Tone
  /** What happened or was asked for, in one sentence. */
  children: ReactNode
  /** What supports the decision: a reason, what matches. */
  detail?: ReactNode
  /** Its buttons; none of them is filled, because the page has one primary action. */
  actions?: ReactNode
}

/** One sentence with its buttons. */
export function Decision({ tone, children, detail, actions }: DecisionProps) {
  const Icon = toneIcons[tone]
  return (
    <li className={styles.decision} data-tone={tone}>
      <Icon size={18} stroke={1.8} aria-hidden className={styles.icon} />
      <div>
        <Text as="p" className={styles.sentence}>
          {children}
        </Text>
        {detail && (
          <Text as="div" kind="quiet" className={styles.detail}>
            {detail}
          </Text>
        )}
      </div>
      {actions && <Row className={styles.actions}>{actions}</Row>}
    </li>
  )
}
