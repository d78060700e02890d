import { useId } from 'react'
import styles from './Segmented.module.css'

interface SegmentedProps<Value extends string> {
  'aria-label': string
  value: Value
  onChange(value: Value): void
  data: readonly { value: Value; label: string }[]
  size?: 'xs'
}

/** A choice among a few that stand beside each other: the browser's own radio buttons, as pieces of one field. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { value, onChange, data, size, 'aria-label': label } = props
  const name = useId()
  return (
    <div className={styles.group} role="radiogroup" aria-label={label} data-size={size}>
      {data.map((one) => (
        <label key={one.value} className={styles.one}>
          <input
            type="radio"
            name={name}
            value={one.value}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          <span>{one.label}</span>
        </label>
      ))}
    </div>
  )
}
