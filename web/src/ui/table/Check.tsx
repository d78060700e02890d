import styles from './Rows.module.css'

interface CheckProps {
  label: string
  checked: boolean
  /** Indeterminate: some but not all of the rows are selected. */
  partly?: boolean
  /** `range`: Shift was pressed. */
  onChange: (checked: boolean, range: boolean) => void
}

/** The checkbox that selects a row or all rows. */
export const Check = ({ label, checked, partly = false, onChange }: CheckProps) => (
  <input
    type="checkbox"
    className={styles.checkBox}
    aria-label={label}
    checked={checked}
    ref={(box) => {
      if (box !== null) box.indeterminate = partly
    }}
    onChange={({ currentTarget, nativeEvent }) =>
      onChange(currentTarget.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
    }
  />
)
