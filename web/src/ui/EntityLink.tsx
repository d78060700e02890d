import type { ReactNode } from 'react'
import styles from './EntityLink.module.css'
import { useFollowing } from './following.ts'
import { Stack, Text } from './layout.tsx'
import { InternalLink, useLinks } from './link.tsx'
import { NoValue } from './NoValue.tsx'

interface EntityLinkProps {
  /** Absent when the reader may not open the page: the name is then plain text. */
  href?: string | null | undefined
  children: ReactNode
  /** A second, dimmed line; long text is cut off. */
  hint?: ReactNode
  /** Whether the hint is a code that people look for: the name is cut before it. */
  firm?: boolean
  /** A code or key: the monospace font, never broken. */
  mono?: boolean
  /** Called when the link is followed, for example to close a dialog. Without it, a link in a dialog opens a new tab. */
  onFollow?: (() => void) | undefined
}

/** The name of an entity with a link to its page. */
export function EntityLink({ href, children, hint, firm = false, mono = false, onFollow }: EntityLinkProps) {
  const { prefetch } = useLinks()
  const following = useFollowing(onFollow)
  if (children === null || children === undefined || children === '') return <NoValue />
  return (
    <Stack as="span" gap="none" align="start" className={styles.entity} data-firm={firm || undefined}>
      {href ? (
        <InternalLink
          href={href}
          className={styles.link}
          data-name
          data-cut={firm || undefined}
          data-code={mono || undefined}
          data-mono={mono || undefined}
          {...following}
          onFocus={() => prefetch?.(href)}
        >
          {children}
        </InternalLink>
      ) : (
        <span
          className={styles.name}
          data-name
          data-cut={firm || undefined}
          data-code={mono || undefined}
          data-mono={mono || undefined}
        >
          {children}
        </span>
      )}
      {/* Between the two where they stand in one line. */}
      {hint && ' '}
      {hint && (
        <Text
          kind="small"
          className={styles.hint}
          data-hint
          title={typeof hint === 'string' && hint.length > 90 ? hint : undefined}
        >
          {hint}
        </Text>
      )}
    </Stack>
  )
}
