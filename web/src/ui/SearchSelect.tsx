import { Combobox, Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ComboField, type ComboFieldProps, useTyping } from './ComboField.tsx'
import { Stack, Text } from './layout.tsx'
import { useHeldWhilePressed } from './press.ts'
import styles from './TreeSelect.module.css'
import { useErrorWords } from './words.tsx'

export interface SearchOption {
  value: string
  label: string
  /** Second line of the option: a SKU, an address. */
  hint?: string | undefined
  /** Shown at the end of the line: a price, the available quantity. */
  aside?: ReactNode
  disabled?: boolean | undefined
}

export interface SearchSelectProps<Option extends SearchOption> extends ComboFieldProps {
  /**
   * Returns the options that match the typed text, or the first options when it is empty. Answers to older
   * requests are dropped. A new function triggers a new request, so keep it stable with `useCallback`.
   */
  load: (text: string) => Promise<readonly Option[]>
  value: Option | null
  onChange: (option: Option | null) => void
  /** Shown when there is no option at all. */
  empty?: string | undefined
}

interface Answer<Option> {
  sought: string
  options: readonly Option[]
  error: unknown
}

/** A select whose options are searched on the server while the user types. */
export function SearchSelect<Option extends SearchOption>(props: SearchSelectProps<Option>) {
  const { load, value, onChange, empty, ...field } = props
  const { t } = useTranslation('ui')
  const errorWords = useErrorWords()
  const typing = useTyping()
  const { combobox, typed } = typing
  const [sought] = useDebouncedValue(typed?.trim() ?? '', 180)
  const [newest, setAnswer] = useState<Answer<Option> | null>(null)
  const answer = useHeldWhilePressed(newest)
  const { dropdownOpened } = combobox
  useEffect(() => {
    if (!dropdownOpened) return
    let isCurrent = true
    load(sought).then(
      (options) => isCurrent && setAnswer({ sought, options, error: null }),
      (error: unknown) => isCurrent && setAnswer({ sought, options: [], error }),
    )
    return () => {
      isCurrent = false
    }
  }, [sought, dropdownOpened, load])
  const choose = (id: string) => {
    onChange(answer?.options.find((option) => option.value === id) ?? null)
    combobox.closeDropdown()
  }
  const nothing = answer?.error ? errorWords(answer.error).title : sought === '' && empty ? empty : t('nothingFound')
  return (
    <ComboField
      {...typing}
      field={field}
      placeholder={t('search.placeholder')}
      chosen={value?.label}
      clear={value && !(dropdownOpened && answer === null) ? () => onChange(null) : undefined}
      choose={choose}
      chooseFirst={() => {
        const first = answer?.sought === typed?.trim() && answer?.options.find((option) => !option.disabled)
        if (first) choose(first.value)
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={dropdownOpened && answer === null && <Loader size={16} aria-hidden />}
    >
      <Combobox.Dropdown>
        <Combobox.Options
          className={`${styles.options} ${typed?.trim() ? styles.found : ''}`}
          aria-label={field.label}
          aria-busy={answer === null}
        >
          {answer?.options.map((option) => (
            <Combobox.Option
              key={option.value}
              value={option.value}
              disabled={option.disabled ?? false}
              active={option.value === value?.value}
              aria-selected={option.value === value?.value}
              className={`${styles.option} ${styles.spread}`}
            >
              <Stack as="span" gap="none">
                {option.label}
                {option.hint && <Text kind="small">{option.hint}</Text>}
              </Stack>
              {option.aside && (
                <Text kind="number" className={styles.aside}>
                  {option.aside}
                </Text>
              )}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {/* A listbox may contain only options, so messages are rendered outside of it. */}
        {answer === null && <Combobox.Empty>{t('loading')}</Combobox.Empty>}
        {answer?.options.length === 0 && <Combobox.Empty>{nothing}</Combobox.Empty>}
      </Combobox.Dropdown>
    </ComboField>
  )
}
