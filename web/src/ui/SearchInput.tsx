import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
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
  /** What this field has applied and has not come back as the value yet, oldest first. */
  const [underWay, setUnderWay] = useState<readonly string[]>([])
  if (value !== seen) {
    setSeen(value)
    // A value that this field applied may arrive late, and must not overwrite what was typed or cleared since. Any other was
    // changed elsewhere: by a link, by "back", or by clearing the filters.
    const place = underWay.indexOf(value)
    setUnderWay(underWay.slice(place === -1 ? underWay.length : place + 1))
    if (place === -1) {
      setApplied(value)
      setTyped(value)
    }
  }
  const apply = (text: string) => {
    const wanted = text.trim()
    if (wanted === applied) return
    setApplied(wanted)
    setUnderWay((before) => [...before, wanted])
    onChange(wanted)
  }
  const timer = useRef<number>(undefined)
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const become = (text: string) => {
    setTyped(text)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => latest.current(text), pause)
  }
  const applyNow = (text: string) => {
    window.clearTimeout(timer.current)
    apply(text)
  }
  const clear = () => {
    setTyped('')
    applyNow('')
  }
  return (
    <div className={styles.search} data-screen>
      <IconSearch size={16} className={styles.icon} aria-hidden />
      <input
        type="search"
        {...(hasKey && { 'aria-keyshortcuts': '/', 'data-list-search': true })}
        className={styles.input}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={typed}
        maxLength={255}
        onChange={({ currentTarget }) => become(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== '') {
            // Only clears: a dialog or popup around the field stays open.
            event.preventDefault()
            event.stopPropagation()
            clear()
          }
          if (event.key === 'Enter') applyNow(event.currentTarget.value)
        }}
      />
      {typed === '' ? (
        hasKey && (
          <kbd className={styles.key} aria-hidden>
            /
          </kbd>
        )
      ) : (
        <button type="button" className={styles.clear} aria-label={t('search.clear')} onClick={clear}>
          <IconX size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}
