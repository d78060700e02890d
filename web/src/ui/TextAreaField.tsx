import { Textarea } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from './fields.ts'

interface TextAreaFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  maximum?: number
  rows?: number
  /** The field of a dialog that has the focus at first, although it is not required. */
  autoFocus?: boolean
}

/** Form field for text of several lines; the remaining number of characters is shown when it gets low. */
export function TextAreaField<In extends FieldValues, Out>(props: TextAreaFieldProps<In, Out>) {
  const { t } = useTranslation('ui')
  const { maximum = 255, rows = 3, autoFocus = false } = props
  const { value, change, input } = useField(props)
  const text = typeof value === 'string' ? value : ''
  const left = maximum - text.length
  const counter =
    left <= maximum / 4 ? (
      <span style={{ display: 'block', textAlign: 'end', fontVariantNumeric: 'tabular-nums' }} aria-live="polite">
        {t('charactersLeft', { count: left })}
      </span>
    ) : null
  return (
    <Textarea
      {...input}
      rows={rows}
      data-autofocus={autoFocus || undefined}
      maxLength={maximum}
      value={text}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        input.description || counter ? (
          <>
            {input.description}
            {counter}
          </>
        ) : undefined
      }
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
