import { TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useFaultWords } from './faults.ts'
import { formatNumber } from './format.ts'
import { useLocale } from './locale.tsx'
import { faultOfNumber, type NumberBounds } from './numberBounds.ts'
import { parseNumber } from './numbers.ts'

export interface NumberInputProps
  extends NumberBounds,
    Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'ref' | 'defaultValue' | 'min' | 'max' | 'step' | 'type'> {
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  unit?: ReactNode
  /** Called when the typed text is not a number. The text stays in the input. */
  onMisread?: (text: string) => void
  ref?: Ref<HTMLInputElement>
}

/**
 * An input for a number in the notation of the user's language. What is typed stays, and outside its bounds it is said what is wrong
 * with it: a number that became another one on the way to the button would be saved unread. On blur a number is formatted. Arrow keys
 * increase and decrease it within its bounds.
 */
export function NumberInput(props: NumberInputProps) {
  const {
    value,
    onChange,
    onBlur,
    minimum = 0,
    maximum,
    decimals = 0,
    unit,
    onMisread,
    onKeyDown,
    error,
    ...input
  } = props
  const say = useFaultWords()
  const { language } = useLocale()
  const written = (number: number | null) =>
    number === null ? '' : formatNumber(number, language, { maximumFractionDigits: decimals, useGrouping: false })
  const [text, setText] = useState(() => written(value))
  const typed = useRef<number | null>(value)
  const isTouched = useRef(false)
  useEffect(() => {
    if (value === typed.current) return
    typed.current = value
    isTouched.current = false
    setText(
      value === null ? '' : formatNumber(value, language, { maximumFractionDigits: decimals, useGrouping: false }),
    )
  }, [value, language, decimals])
  const become = (number: number | null) => {
    typed.current = number
    onChange(number)
  }
  const parsed = parseNumber(text, language)
  const misread = text.trim() !== '' && parsed === null
  const fault = parsed === null ? null : faultOfNumber(parsed, { minimum, maximum, decimals })
  const settle = () => {
    // An untouched value stays unchanged, even if it has more digits than are shown.
    if (isTouched.current && parsed !== null && fault === null) setText(written(parsed))
    isTouched.current = false
    onBlur?.()
  }
  /** Says more than a form that knows only that the value is not valid. */
  const ownFault = () => {
    if (misread) return text === '-' ? undefined : say('number')
    return fault === null ? undefined : say(fault.key, fault.values)
  }
  return (
    <TextInput
      {...input}
      error={ownFault() ?? error}
      inputMode={decimals > 0 || minimum < 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={30}
      styles={{ input: { fontVariantNumeric: 'tabular-nums', textAlign: 'end' } }}
      rightSection={unit}
      rightSectionPointerEvents="none"
      value={text}
      onChange={({ currentTarget }) => {
        const number = parseNumber(currentTarget.value, language)
        isTouched.current = true
        setText(currentTarget.value)
        if (number !== null || currentTarget.value.trim() === '' || !onMisread) become(number)
        else {
          typed.current = null
          onMisread(currentTarget.value)
        }
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
        if (step !== 0) {
          event.preventDefault()
          const number = Math.min(maximum ?? Number.MAX_SAFE_INTEGER, Math.max(minimum, (parsed ?? 0) + step))
          isTouched.current = true
          setText(written(number))
          become(number)
        }
        onKeyDown?.(event)
      }}
    />
  )
}
