import type { HTMLAttributes } from 'react'
import styles from './VisuallyHidden.module.css'

/** Text for those who listen to the screen. */
export const VisuallyHidden = (given: HTMLAttributes<HTMLSpanElement>) => <span {...given} className={styles.hidden} />
