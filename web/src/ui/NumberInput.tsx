import { TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useFaultWords } from './faults.ts'
import { formatNumber } from './format.ts'
import { useLocale } from './locale.tsx'
import { parseNumber, roundTo } from './numbers.ts'

export interface NumberInputProps
  extends Omit<
    TextInputProps,
    'value' | 'onChange' | 'onBlur' | 'ref' | 'defaultValue' | 'min' | 'max' | 'step' | 'type'
  > {
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  /** 0 by default (rules G10). */
  minimum?: number
  maximum?: number | undefined
  /** Maximum number of decimals; 0 rounds to whole numbers. */
  decimals?: number
  unit?: ReactNode
  /** Called when the typed text is not a number. The text stays in the input. */
  onMisread?: (text: string) => void
  ref?: Ref<HTMLInputElement>
}

/**
 * An input for a number in the notation of the user's language. The text is not touched while the user types;
 * on blur the number is rounded, clamped to its bounds and formatted. Arrow keys increase and decrease it.
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
  const bounded = (number: number) =>
    Math.min(maximum ?? Number.MAX_SAFE_INTEGER, Math.max(minimum, roundTo(number, decimals)))
  const become = (number: number | null) => {
    typed.current = number
    onChange(number)
  }
  const misread = text.trim() !== '' && parseNumber(text, language) === null
  const settle = () => {
    // An untouched value stays unchanged, even if it has more digits than are shown.
    if (misread || !isTouched.current) return onBlur?.()
    isTouched.current = false
    const parsed = parseNumber(text, language)
    const number = parsed === null ? null : bounded(parsed)
    setText(written(number))
    if (number !== value) become(number)
    onBlur?.()
  }
  return (
    <TextInput
      {...input}
      error={error ?? (misread && text !== '-' ? say('number') : undefined)}
      inputMode={decimals > 0 || minimum < 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={30}
      styles={{ input: { fontVariantNumeric: 'tabular-nums', textAlign: 'end' } }}
      rightSection={unit}
      rightSectionPointerEvents="none"
      value={text}
      onChange={({ currentTarget }) => {
        const parsed = parseNumber(currentTarget.value, language)
        isTouched.current = true
        setText(currentTarget.value)
        if (parsed !== null || currentTarget.value.trim() === '' || !onMisread) become(parsed)
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
          const number = bounded((parseNumber(text, language) ?? 0) + step)
          isTouched.current = true
          setText(written(number))
          become(number)
        }
        onKeyDown?.(event)
      }}
    />
  )
}
