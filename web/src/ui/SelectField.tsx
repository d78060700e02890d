import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from './fields.ts'
import { onFound } from './firstFound.ts'
import styles from './TreeSelect.module.css'
import { folded, search } from './tree.ts'

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

/** "Ind" is India before it is the British Indian Ocean Territory, and "Cote" is Côte d’Ivoire. */
const byRank: SelectProps['filter'] = ({ options, search: typed }) =>
  search(
    options.map((option) => ({ option, text: 'label' in option ? folded(String(option.label)) : '' })),
    typed,
  ).map(({ option }) => option)

const firstOption = '[data-combobox-option]:not([data-combobox-disabled])'

/** One of a few: type to find. Numbers stay numbers. */
export function SelectField<In extends FieldValues, Out>(props: SelectFieldProps<In, Out>) {
  const { t } = useTranslation('ui')
  const { options, required = false, clearable = !required, empty, loading = false, onChosen } = props
  const { value, change, input } = useField(props)
  const [shown, setShown] = useState('')
  const chosen = options.find((option) => String(option.value) === String(value ?? ''))?.label ?? ''
  const isSought = shown.trim() !== '' && shown !== chosen
  return (
    <Select
      {...input}
      role="combobox"
      filter={byRank}
      onSearchChange={setShown}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (!isSought) return
        onFound(event, (list) => list?.querySelector<HTMLElement>(firstOption)?.click())
      }}
      classNames={isSought ? { options: styles.found } : {}}
      data={options.map(({ value: option, label, disabled = false }) => ({ value: String(option), label, disabled }))}
      value={value === null || value === undefined || value === '' ? null : String(value)}
      onChange={(text) => {
        const next = options.find((option) => String(option.value) === text)?.value ?? null
        change(next)
        onChosen?.(next)
      }}
      // Who is quick types before the list is there.
      searchable={loading || options.length > 7}
      clearable={clearable}
      allowDeselect={clearable}
      clearButtonProps={{ 'aria-label': t('clear') }}
      limit={300}
      loading={loading}
      nothingFoundMessage={
        loading ? t('loading') : options.length === 0 ? (empty ?? t('nothingToChoose')) : t('nothingFound')
      }
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
