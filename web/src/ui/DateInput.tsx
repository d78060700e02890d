import { TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar, IconX } from '@tabler/icons-react'
import { type ComponentType, type Ref, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './Button.tsx'
import type { CalendarProps } from './Calendar.tsx'
import { parseDay, patternOf, writeDay } from './days.ts'
import { useFaultWords } from './faults.ts'
import { useLocale } from './locale.tsx'
import { Popup, usePopup } from './Popup.tsx'
import { toast } from './toast.tsx'

export interface DateInputProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'ref' | 'defaultValue' | 'type'> {
  /** The day as `YYYY-MM-DD`. */
  value: string | null
  onChange: (day: string | null) => void
  onBlur?: () => void
  minimum?: string | undefined
  maximum?: string | undefined
  clearable?: boolean
  /** Called when the typed text is not a valid day or is out of bounds. The text stays in the input. */
  onMisread?: (text: string) => void
  ref?: Ref<HTMLInputElement>
}

/** An input for a calendar day: typed in the order of the user's language, or picked in a calendar. */
export function DateInput(props: DateInputProps) {
  const {
    value,
    onChange,
    onBlur,
    minimum,
    maximum,
    clearable = true,
    onMisread,
    disabled,
    label,
    error,
    ...input
  } = props
  const { t } = useTranslation('ui')
  const say = useFaultWords()
  const { language } = useLocale()
  const popup = usePopup()
  const box = useRef<HTMLDivElement>(null)
  const [text, setText] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const written = value === null ? '' : writeDay(value, language)
  const faultOf = (day: string | null) => {
    if (day === null) return say('date')
    if (minimum !== undefined && day < minimum) return say('earliest', { date: writeDay(minimum, language) })
    if (maximum !== undefined && day > maximum) return say('latest', { date: writeDay(maximum, language) })
    return null
  }
  const choose = (day: string | null) => {
    setText(null)
    setFault(null)
    if (day !== value) onChange(day)
  }
  const { Calendar, loading, open } = useCalendar(popup.open)
  const settle = () => {
    if (text !== null) {
      const day = text.trim() === '' ? null : parseDay(text, language)
      const found = text.trim() === '' ? null : faultOf(day)
      if (found === null) choose(day)
      else {
        setFault(found)
        onMisread?.(text)
      }
    }
    onBlur?.()
  }
  const name = typeof label === 'string' ? label : (input['aria-label'] ?? '')
  return (
    <>
      <TextInput
        {...input}
        wrapperProps={{ ref: box }}
        label={label}
        error={fault ?? error}
        disabled={disabled}
        placeholder={
          input.placeholder ??
          patternOf(language, { day: t('letters.day'), month: t('letters.month'), year: t('letters.year') })
        }
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={text ?? written}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
          if (event.key === 'ArrowDown' && event.altKey) void open()
        }}
        rightSectionWidth={clearable && value !== null && !disabled ? 64 : 36}
        rightSection={
          <Tools
            name={name}
            disabled={disabled ?? false}
            opener={popup.opener}
            loading={loading}
            onClear={clearable && value !== null && !disabled ? () => choose(null) : undefined}
            onOpen={Calendar === null ? open : undefined}
          />
        }
      />
      <Popup popup={popup} label={t('calendar')} align="end" anchor={box}>
        {Calendar && (
          <Calendar
            value={value}
            language={language}
            minimum={minimum}
            maximum={maximum}
            onChange={(day) => {
              choose(day)
              popup.close()
            }}
          />
        )}
      </Popup>
    </>
  )
}

/**
 * Most users type the day, so the calendar is loaded on first use. If it cannot be loaded, typing still works.
 *
 * @param onReady called when the calendar is there.
 */
function useCalendar(onReady: () => void) {
  const { t } = useTranslation('ui')
  const [loading, setLoading] = useState(false)
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps> | null>(null)
  const open = async () => {
    setLoading(true)
    try {
      const { default: fetched } = await import('./Calendar.tsx')
      setCalendar(() => fetched)
      onReady()
    } catch {
      toast.error(t('calendarFailed'))
    } finally {
      setLoading(false)
    }
  }
  return { Calendar, loading, open }
}

interface ToolsProps {
  name: string
  disabled: boolean
  opener: ReturnType<typeof usePopup>['opener']
  loading: boolean
  /** Undefined when there is nothing to clear. */
  onClear: (() => void) | undefined
  /** Opens the calendar in place of the pop-up, whose content is not there yet. */
  onOpen: (() => Promise<void>) | undefined
}

/** The buttons in the field: clear it, open the calendar. */
function Tools({ name, disabled, opener, loading, onClear, onOpen }: ToolsProps) {
  const { t } = useTranslation('ui')
  return (
    <>
      {onClear && (
        <IconButton size={26} aria-label={t('clearField', { field: name })} onClick={onClear}>
          <IconX size={14} aria-hidden />
        </IconButton>
      )}
      <IconButton
        size={26}
        disabled={disabled}
        aria-label={t('openCalendar', { field: name })}
        {...opener}
        loading={loading}
        onClick={(event) => {
          if (onOpen === undefined) return
          event.preventDefault()
          void onOpen()
        }}
      >
        <IconCalendar size={16} aria-hidden />
      </IconButton>
    </>
  )
}
