import { IconX } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from './Button.tsx'
import { Stack } from './layout.tsx'
import { toneIcons } from './StatusTag.tsx'
import styles from './toast.module.css'

export type ToastKind = 'info' | 'success' | 'warning' | 'error'

/** What can be done while a message is shown; after that, `onGone` is called, once. */
export interface ToastAction {
  label: string
  run: () => void
  onGone: () => void
}

export interface Toast {
  id: number
  kind: ToastKind
  text: string
  permanent: boolean
  action?: ToastAction | undefined
}

interface ToastOptions {
  permanent?: boolean
  action?: ToastAction
}

/** Milliseconds that a message is shown (rules V14). */
export const toastDuration = 4000
/** With an action, there must be time to reach it (rules V16). */
export const actionDuration = 8000
const atMost = 5

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function become(next: readonly Toast[]): void {
  const gone = toasts.filter((each) => !next.includes(each))
  toasts = next
  for (const listener of listeners) listener()
  for (const { action } of gone) action?.onGone()
}

function show(kind: ToastKind, text: string, { permanent = false, action }: ToastOptions = {}): number {
  lastId += 1
  const added = { id: lastId, kind, text, permanent, action }
  // The same message again replaces the first one and restarts its time.
  become([...toasts.filter((other) => other.text !== text || other.kind !== kind), added].slice(-atMost))
  return added.id
}

/** Shows a message, callable from anywhere: 4 seconds, 8 with an action, unless permanent. */
export const toast = {
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  warning: (text: string, options?: ToastOptions) => show('warning', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  dismiss: (id: number) => become(toasts.filter((other) => other.id !== id)),
  clear: () => become([]),
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * The regions in which toasts appear; render once. Both live regions exist from the start, otherwise screen
 * readers would not announce the messages.
 */
export function Toasts() {
  const { t } = useTranslation('ui')
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const [held, setHeld] = useState(false)
  const urgent = shown.filter((each) => each.kind === 'error')
  const others = shown.filter((each) => each.kind !== 'error')
  const draw = (each: Toast) => <ToastView key={each.id} toast={each} held={held} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only pause the timer of the messages
    <div
      className={styles.toasts}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Stack gap="sm" role="alert" aria-label={t('toast.errors')}>
        {urgent.map(draw)}
      </Stack>
      <Stack gap="sm" role="status" aria-label={t('toast.messages')}>
        {others.map(draw)}
      </Stack>
    </div>
  )
}

function ToastView({ toast: { id, kind, text, permanent, action }, held }: { toast: Toast; held: boolean }) {
  const { t } = useTranslation('ui')
  const left = useRef(action === undefined ? toastDuration : actionDuration)
  useEffect(() => {
    if (permanent || held) return
    const started = Date.now()
    const timer = setTimeout(() => toast.dismiss(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(1000, left.current - (Date.now() - started))
    }
  }, [id, permanent, held])
  const Icon = toneIcons[kind]
  return (
    <div className={styles.toast} style={{ '--toast': `var(--ui-${kind}-solid)` } as CSSProperties}>
      <span className={styles.icon}>
        <Icon size={20} stroke={1.8} aria-hidden />
      </span>
      <span className={styles.text}>{text}</span>
      {action && (
        <Button size="compact-sm" variant="light" style={{ flex: 'none' }} onClick={action.run}>
          {action.label}
        </Button>
      )}
      <IconButton size="md" aria-label={t('close')} onClick={() => toast.dismiss(id)}>
        <IconX size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
