import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  /** Accessible name that says what is under way. */
  label: string
  /** How much is done of `max`; undefined while that is unknown. */
  value: number | undefined
  max?: number
}

/** How far something is that takes a while. */
export const ProgressBar = ({ label, value, max = 1 }: ProgressBarProps) => (
  <progress className={styles.bar} max={max} value={value} aria-label={label} />
)
