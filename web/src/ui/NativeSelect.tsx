import type { ComponentProps } from 'react'
import styles from './NativeSelect.module.css'

interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  onChange: (value: string) => void
  /** As high as the fields beside it. */
  tall?: boolean
}

/** The browser's own select, for tools of a list: it needs no code and is familiar on phones. */
export const NativeSelect = ({ onChange, tall, ...rest }: NativeSelectProps) => (
  <select
    className={styles.select}
    data-tall={tall || undefined}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    {...rest}
  />
)
