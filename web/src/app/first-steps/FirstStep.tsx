import type { ComponentProps } from 'react'
import { later } from '../../ui/later.tsx'
import styles from './FirstStep.module.css'
import { useIsFirstStep } from './firstStep.ts'

const FirstStepNotice = later(() => import('./FirstStepNotice.tsx'))

/** Above the form of a first step, in room that it has before it is loaded; nothing where the form was opened otherwise. */
export function FirstStep(props: ComponentProps<typeof FirstStepNotice>) {
  if (!useIsFirstStep()) return null
  return (
    <div className={styles.room}>
      <FirstStepNotice {...props} waiting={null} />
    </div>
  )
}
