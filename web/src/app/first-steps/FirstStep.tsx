import { useLocation } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { later } from '../../ui/later.tsx'

const FirstStepNotice = later(() => import('./FirstStepNotice.tsx'))

/** Whether the screen was opened as one of the first steps. */
export const useIsFirstStep = (): boolean => useLocation({ select: ({ search }) => 'first' in search })

/** Room of one line, and on a phone of several. */
const minHeight = 'clamp(3.5rem, (48em - 100vw) * 999, 7.5rem)'

/** Above the form of a first step, in room that it has before it is loaded; nothing where the form was opened otherwise. */
export function FirstStep(props: ComponentProps<typeof FirstStepNotice>) {
  if (!useIsFirstStep()) return null
  return (
    <div style={{ display: 'grid', minHeight }}>
      <FirstStepNotice {...props} waiting={null} />
    </div>
  )
}
