import { Combobox, type ComboboxStore, Input, InputBase, useCombobox } from '@mantine/core'
import { type ReactNode, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onFound } from './firstFound.ts'

export interface ComboFieldProps {
  label: string
  description?: ReactNode
  placeholder?: string | undefined
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  name?: string
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

interface Typing {
  combobox: ComboboxStore
  /** The search text; null while nobody searches. */
  typed: string | null
  setTyped: (text: string | null) => void
}

/** The search text of a `ComboField` and whether its list is open. Closing drops the text. */
export function useTyping(): Typing {
  const [typed, setTyped] = useState<string | null>(null)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTyped(null)
    },
  })
  return { combobox, typed, setTyped }
}

interface ComboProps extends Typing {
  field: ComboFieldProps
  placeholder: string
  /** The name of the chosen option. */
  chosen: string | undefined
  /** Clears the value; undefined hides the button. */
  clear?: (() => void) | undefined
  choose: (id: string) => void
  /** Enter or Tab after typing: takes the first option, unless the arrow keys have selected another. */
  chooseFirst: () => void
  leftSection?: ReactNode
  rightSection?: ReactNode
  /** The dropdown. */
  children: ReactNode
}

/** An input that opens a list of options and searches them while the user types. */
export function ComboField(props: ComboProps) {
  const { combobox, typed, setTyped, field, chosen, clear, choose, chooseFirst } = props
  const { t } = useTranslation('ui')
  const { label, required = false, disabled = false, onBlur, placeholder = props.placeholder, ...rest } = field
  const canClear = clear !== undefined && !disabled
  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md" withinPortal>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...rest}
          label={label}
          withAsterisk={required}
          aria-required={required || undefined}
          disabled={disabled}
          role="combobox"
          aria-autocomplete="list"
          autoComplete="off"
          maxLength={255}
          placeholder={placeholder}
          value={typed ?? chosen ?? ''}
          leftSection={props.leftSection}
          rightSection={
            canClear ? (
              <Input.ClearButton
                aria-label={t('clearField', { field: label })}
                // A target of 24 px (WCAG 2.5.8).
                style={{ minWidth: '1.5rem', minHeight: '1.5rem' }}
                onClick={clear}
              />
            ) : (
              props.rightSection
            )
          }
          rightSectionPointerEvents={canClear ? 'all' : 'none'}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => typed?.trim() && onFound(event, chooseFirst)}
          onBlur={() => {
            combobox.closeDropdown()
            onBlur?.()
          }}
        />
      </Combobox.Target>
      {props.children}
    </Combobox>
  )
}
