import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import styles from './Field.module.css'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  error?: string | undefined
  hint?: string | undefined
  /** The id of another element that describes the field. */
  describedBy?: string | undefined
  /** Shown inside the field's frame, at its end. */
  tool?: ReactNode
  /** Shown opposite the label. */
  aside?: ReactNode
}

/**
 * A form field of the public screens. They do not use the component library, so that sign-in loads fast on
 * slow connections.
 */
export function Field({ label, error, hint, describedBy, tool, aside, ...input }: FieldProps) {
  const id = useId()
  const said = [error && `${id}-error`, hint && `${id}-hint`, describedBy].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.frame} data-invalid={error !== undefined || undefined}>
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={said === '' ? undefined : said}
        />
        {tool}
      </div>
      {/* After the input, so that Tab leads from one field to the next. */}
      {aside && <div className={styles.aside}>{aside}</div>}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint} role="status">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
