import { ActionIcon, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface SearchInputProps {
  label: string
  placeholder?: string
  value: string
  onChange(value: string): void
}

/** Milliseconds without typing after which the text is searched for. */
const pause = 350

/** A text that narrows a list: searched when typing pauses, or at once with Enter. */
export function SearchInput({ label, placeholder, value, onChange }: SearchInputProps) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState(value)
  const [applied, setApplied] = useState(value)
  // The value changed elsewhere: by a link, by "back", or by clearing the filters.
  if (value !== applied) {
    setApplied(value)
    setTyped(value)
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
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      value={typed}
      maxLength={255}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed !== '' && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('search.clear')}
            onClick={() => {
              setTyped('')
              later.cancel()
              apply('')
            }}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )
      }
      onChange={({ currentTarget }) => become(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter') return
        later.cancel()
        apply(currentTarget.value)
      }}
      style={{ flex: '1 1 19rem', maxWidth: '26rem' }}
    />
  )
}
