import type { ReactNode } from 'react'
import styles from './Switch.module.css'

interface SwitchProps {
  label: ReactNode
  checked: boolean
  onChange(checked: boolean): void
}

/** A switch above a list: the browser's own checkbox, so that it needs no code before the first rows. */
export const Switch = ({ label, checked, onChange }: SwitchProps) => (
  <label className={styles.switch}>
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
)
