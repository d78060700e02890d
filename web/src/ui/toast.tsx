import { Notification } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from './layout.tsx'
import { toneIcons } from './StatusTag.tsx'
import styles from './toast.module.css'

export type ToastKind = 'info' | 'success' | 'warning' | 'error'

export interface Toast {
  id: number
  kind: ToastKind
  text: string
  permanent: boolean
}

/** Milliseconds that a message is shown (rules V14). */
export const toastDuration = 4000
const atMost = 5

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function become(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function show(kind: ToastKind, text: string, { permanent = false }: { permanent?: boolean } = {}): number {
  lastId += 1
  const added = { id: lastId, kind, text, permanent }
  // The same message again replaces the first one and restarts its time.
  become([...toasts.filter((other) => other.text !== text || other.kind !== kind), added].slice(-atMost))
  return added.id
}

/** Shows a message, callable from anywhere: 4 seconds, unless permanent. */
export const toast = {
  info: (text: string, options?: { permanent?: boolean }) => show('info', text, options),
  success: (text: string, options?: { permanent?: boolean }) => show('success', text, options),
  warning: (text: string, options?: { permanent?: boolean }) => show('warning', text, options),
  error: (text: string, options?: { permanent?: boolean }) => show('error', text, options),
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

function ToastView({ toast: { id, kind, text, permanent }, held }: { toast: Toast; held: boolean }) {
  const { t } = useTranslation('ui')
  const left = useRef(toastDuration)
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
    <Notification
      className={styles.toast}
      style={{ '--toast': `var(--ui-${kind}-solid)` }}
      icon={<Icon size={20} stroke={1.8} aria-hidden />}
      color="transparent"
      onClose={() => toast.dismiss(id)}
      closeButtonProps={{ 'aria-label': t('close'), icon: <IconX size={16} aria-hidden /> }}
      role="presentation"
    >
      {text}
    </Notification>
  )
}
