import { Select } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from './fields.ts'

export interface Choice<Value extends string | number = string | number> {
  value: Value
  label: string
  disabled?: boolean
}

interface SelectFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  options: readonly Choice[]
  /** May be emptied again; by default what is not required may. */
  clearable?: boolean
  /** Said when there is nothing to choose from. */
  empty?: string
  loading?: boolean
  /** Runs after the value has changed. */
  onChosen?: (value: string | number | null) => void
}

/** One of a few: type to find. Numbers stay numbers. */
export function SelectField<In extends FieldValues, Out>(props: SelectFieldProps<In, Out>) {
  const { t } = useTranslation('ui')
  const { options, required = false, clearable = !required, empty, loading = false, onChosen } = props
  const { value, change, input } = useField(props)
  return (
    <Select
      {...input}
      role="combobox"
      data={options.map(({ value: option, label, disabled = false }) => ({ value: String(option), label, disabled }))}
      value={value === null || value === undefined || value === '' ? null : String(value)}
      onChange={(text) => {
        const chosen = options.find((option) => String(option.value) === text)?.value ?? null
        change(chosen)
        onChosen?.(chosen)
      }}
      searchable={options.length > 7}
      clearable={clearable}
      allowDeselect={clearable}
      clearButtonProps={{ 'aria-label': t('clear') }}
      limit={300}
      loading={loading}
      nothingFoundMessage={options.length === 0 ? (empty ?? t('nothingToChoose')) : t('nothingFound')}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
