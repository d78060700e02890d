import { Combobox, Input, InputBase, Loader, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onFound } from './firstFound.ts'
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

export interface SearchSelectProps<Option extends SearchOption> {
  /**
   * Returns the options that match the typed text, or the first options when it is empty. Answers to older
   * requests are dropped. A new function triggers a new request, so keep it stable with `useCallback`.
   */
  load: (text: string) => Promise<readonly Option[]>
  value: Option | null
  onChange: (option: Option | null) => void
  label: string
  description?: ReactNode
  placeholder?: string | undefined
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  /** Shown when there is no option at all. */
  empty?: string | undefined
  name?: string
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

interface Answer<Option> {
  sought: string
  options: readonly Option[]
  error: unknown
}

/** A select whose options are searched on the server while the user types. */
export function SearchSelect<Option extends SearchOption>(props: SearchSelectProps<Option>) {
  const { load, value, onChange, required = false, disabled = false } = props
  const { t } = useTranslation('ui')
  const errorWords = useErrorWords()
  const [typed, setTyped] = useState<string | null>(null)
  const [sought] = useDebouncedValue(typed?.trim() ?? '', 180)
  const [newest, setAnswer] = useState<Answer<Option> | null>(null)
  const answer = useHeldWhilePressed(newest)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTyped(null)
    },
  })
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
  const nothing = answer?.error
    ? errorWords(answer.error).title
    : sought === '' && props.empty
      ? props.empty
      : t('nothingFound')
  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md" withinPortal>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          ref={props.ref}
          name={props.name}
          label={props.label}
          description={props.description}
          error={props.error}
          withAsterisk={required}
          aria-required={required || undefined}
          disabled={disabled}
          role="combobox"
          aria-autocomplete="list"
          autoComplete="off"
          maxLength={255}
          placeholder={props.placeholder ?? t('search.placeholder')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed ?? value?.label ?? ''}
          rightSection={
            dropdownOpened && answer === null ? (
              <Loader size={16} aria-hidden />
            ) : value && !disabled ? (
              <Input.ClearButton aria-label={t('clearField', { field: props.label })} onClick={() => onChange(null)} />
            ) : null
          }
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (!typed?.trim()) return
            onFound(event, () => {
              const first = answer?.sought === typed.trim() && answer.options.find((option) => !option.disabled)
              if (first) choose(first.value)
            })
          }}
          onBlur={() => {
            combobox.closeDropdown()
            props.onBlur?.()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          className={`${styles.options} ${typed?.trim() ? styles.found : ''}`}
          aria-label={props.label}
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
              <span className={styles.column}>
                {option.label}
                {option.hint && <span className={styles.hint}>{option.hint}</span>}
              </span>
              {option.aside && <span className={styles.aside}>{option.aside}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {/* A listbox may contain only options, so messages are rendered outside of it. */}
        {answer === null && <Combobox.Empty>{t('loading')}</Combobox.Empty>}
        {answer?.options.length === 0 && <Combobox.Empty>{nothing}</Combobox.Empty>}
      </Combobox.Dropdown>
    </Combobox>
  )
}
