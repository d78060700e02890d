import { type ReactNode, useId } from 'react'
import { Row, Stack, Text } from './layout.tsx'
import styles from './Panel.module.css'
import { useSection } from './SectionRail.tsx'

interface PanelProps {
  title?: string | undefined
  description?: ReactNode
  actions?: ReactNode
  /** Removes the inner padding, for a table that fills the panel. */
  flush?: boolean
  tone?: 'danger' | undefined
  /** Not printed, because the panel only contains actions. */
  screenOnly?: boolean
  children: ReactNode
}

/** A section of a page with its own heading. */
export function Panel({ title, description, actions, flush = false, tone, screenOnly = false, children }: PanelProps) {
  const id = useId()
  const section = useSection(title)
  return (
    <Stack
      as="section"
      ref={section}
      gap="none"
      boxed
      className={styles.panel}
      data-tone={tone}
      data-screen={screenOnly || undefined}
      aria-labelledby={title ? id : undefined}
    >
      {(title || actions) && (
        <Row justify="between" className={styles.head}>
          <div>
            {title && (
              <Text as="h2" kind="title" id={id} style={tone && { color: 'var(--ui-error-text)' }}>
                {title}
              </Text>
            )}
            {description && (
              <Text as="div" kind="quiet">
                {description}
              </Text>
            )}
          </div>
          {actions && <Row>{actions}</Row>}
        </Row>
      )}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </Stack>
  )
}
