import { ActionIcon, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './SearchInput.module.css'

interface SearchInputProps {
  label: string
  placeholder?: string
  value: string
  onChange(value: string): void
  /** True if the key / focuses this field. */
  hasKey?: boolean
}

/** Milliseconds without typing after which the text is searched for. */
const pause = 350

/** A text that narrows a list: searched when typing pauses, or at once with Enter. */
export function SearchInput({ label, placeholder, value, onChange, hasKey }: SearchInputProps) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState(value)
  const [applied, setApplied] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    // The value changed elsewhere: by a link, by "back", or by clearing the filters. A value that this field applied may arrive
    // late, and must not overwrite what has been typed since.
    if (value !== applied) {
      setApplied(value)
      setTyped(value)
    }
  }
  const apply = (text: string) => {
    const wanted = text.trim()
    if (wanted === applied) return
    setApplied(wanted)
    onChange(wanted)
  }
  const later = useDebouncedCallback(apply, pause)
  const become = (text: string) => {
    setTyped(text)
    later(text)
  }
  const clear = () => {
    setTyped('')
    later.cancel()
    apply('')
  }
  return (
    <TextInput
      type="search"
      {...(hasKey && { 'aria-keyshortcuts': '/', 'data-list-search': true })}
      aria-label={label}
      placeholder={placeholder ?? label}
      value={typed}
      maxLength={255}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? (
          hasKey && (
            <kbd className={styles.key} aria-hidden>
              /
            </kbd>
          )
        ) : (
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('search.clear')} onClick={clear}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )
      }
      onChange={({ currentTarget }) => become(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed !== '') {
          // Escape only clears the field; a dialog or popup around it stays open.
          event.preventDefault()
          event.stopPropagation()
          clear()
        }
        if (event.key !== 'Enter') return
        later.cancel()
        apply(event.currentTarget.value)
      }}
      style={{ flex: '1 1 19rem', maxWidth: '26rem' }}
    />
  )
}
