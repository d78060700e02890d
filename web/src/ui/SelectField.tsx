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
  /** Shows a clear button; by default only for fields that are not required. */
  clearable?: boolean
  /** Shown when there are no options. */
  empty?: string
  loading?: boolean
  /** Called after the value has changed. */
  onChosen?: (value: string | number | null) => void
}

/**
 * Ranks prefix matches first and ignores accents: "Ind" finds India before the British Indian Ocean
 * Territory, and "Cote" finds Côte d’Ivoire.
 */
const byRank: SelectProps['filter'] = ({ options, search: typed }) =>
  search(
    options.map((option) => ({ option, text: 'label' in option ? folded(String(option.label)) : '' })),
    typed,
  ).map(({ option }) => option)

const firstOption = '[data-combobox-option]:not([data-combobox-disabled])'

/** Form field to choose one of a few options, with type-ahead. Numeric option values stay numbers. */
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
      // Searchable while loading, because a fast user types before the options have arrived.
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
