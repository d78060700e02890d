import styles from '../DataTable.module.css'

interface CheckProps {
  label: string
  checked: boolean
  /** Some of what it stands for, not all. */
  partly?: boolean
  onChange: (checked: boolean) => void
}

/** Chooses a row, or all of them. */
export const Check = ({ label, checked, partly = false, onChange }: CheckProps) => (
  <input
    type="checkbox"
    className={styles.checkBox}
    aria-label={label}
    checked={checked}
    ref={(box) => {
      if (box !== null) box.indeterminate = partly
    }}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)
