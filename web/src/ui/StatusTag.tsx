import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './StatusTag.module.css'

export type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral'

export const toneIcons = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconCircleX,
  info: IconInfoCircle,
  neutral: IconCircleDashed,
} as const

/** The colours of a tone, for the `style` of an element with a border. */
export const toneStyle = (tone: Tone) => ({
  borderColor: `var(--ui-${tone}-line)`,
  background: `var(--ui-${tone}-bg)`,
  color: `var(--ui-${tone}-text)`,
})

interface StatusTagProps {
  tone: Tone
  /** A step on the way, which asks nothing of anybody: in the rows of a list a dot in its colour and the word. */
  isStep?: boolean
  children: ReactNode
  title?: string | undefined
}

/**
 * A state shown as a word, a colour and an icon, so that it can be read without telling colours apart. In the rows of a list
 * a state that asks nothing of anybody is plain text.
 */
export function StatusTag({ tone, isStep = false, children, title }: StatusTagProps) {
  const Icon = isStep ? IconCircleDashed : toneIcons[tone]
  return (
    <span className={styles.tag} data-tone={tone} data-step={isStep || undefined} title={title}>
      <Icon size={14} stroke={2} aria-hidden />
      {children}
    </span>
  )
}
