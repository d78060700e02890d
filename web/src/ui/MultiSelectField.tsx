import { MultiSelect } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from './fields.ts'
import type { Choice } from './SelectField.tsx'

interface MultiSelectFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  options: readonly Choice[]
}

/** Form field to choose several of a few options. Numeric option values stay numbers in the form value. */
export function MultiSelectField<In extends FieldValues, Out>(props: MultiSelectFieldProps<In, Out>) {
  const { t } = useTranslation('ui')
  const { options } = props
  const { value, change, input } = useField(props)
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <MultiSelect
      {...input}
      role="combobox"
      data={options.map(({ value: option, label, disabled = false }) => ({ value: String(option), label, disabled }))}
      value={chosen}
      onChange={(texts) =>
        change(options.filter((option) => texts.includes(String(option.value))).map((option) => option.value))
      }
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      limit={200}
      nothingFoundMessage={options.length === 0 ? t('nothingToChoose') : t('nothingFound')}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
