import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateRange, fetchDates } from './DateRange.tsx'
import { formatCalendarDay } from './format.ts'
import { Row } from './layout.tsx'
import type { ListState } from './list.ts'
import { useLocale } from './locale.tsx'
import { NativeSelect } from './NativeSelect.tsx'
import { Switch } from './Switch.tsx'

export interface DatePreset {
  label: string
  from?: string
  to?: string
}

interface FilterBarProps {
  list: { state: ListState; change(patch: Partial<ListState>): void }
  /** The name of the date that the range filters: "Creation date". Without it there is no date range. */
  dates?: string | undefined
  presets?: readonly DatePreset[]
  /** Label of the switch that hides records of other accounts. Without it there is no switch. */
  onlyMine?: string | undefined
  /** Label of the inverse switch, which adds the records of other accounts. */
  withChildren?: string | undefined
  /** More filters. They must reset the list to the first page themselves. */
  children?: ReactNode
}

/**
 * The filters of a list that are not column filters, in one line. Every change goes back to the first page. The dates are behind
 * a button, which shows them when they are set.
 */
export function FilterBar({ list, dates, presets = [], onlyMine, withChildren, children }: FilterBarProps) {
  const { t } = useTranslation('ui')
  const { language } = useLocale()
  const [isOpen, setOpen] = useState(false)
  const { from, to, onlyMine: isOnlyMine = false } = list.state
  const isBounded = Boolean(from || to)
  const dayOf = (day: string | undefined) => (day ? formatCalendarDay(day, language) : '…')
  const range = `${dayOf(from)} – ${dayOf(to)}`
  const scopes = [
    { label: onlyMine, checked: isOnlyMine },
    { label: withChildren, checked: !isOnlyMine },
  ]
  return (
    <>
      <Row as="search" style={{ gap: '0.75rem 1.25rem' }} aria-label={t('filters')}>
        {dates && (
          <Button
            variant={isBounded ? 'light' : 'default'}
            size="xs"
            aria-label={isBounded ? `${dates}: ${range}` : undefined}
            aria-expanded={isOpen}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            onPointerEnter={fetchDates}
            onFocus={fetchDates}
            onClick={() => setOpen(!isOpen)}
          >
            {isBounded ? range : dates}
          </Button>
        )}
        {children}
        {scopes.map(
          ({ label, checked }) =>
            label && (
              <Switch
                key={label}
                label={label}
                checked={checked}
                onChange={() => list.change({ onlyMine: !isOnlyMine, page: 1 })}
              />
            ),
        )}
      </Row>
      {dates && isOpen && (
        <div style={{ flexBasis: '100%' }}>
          <DateRange label={dates} from={from} to={to} onChange={(patch) => list.change({ ...patch, page: 1 })}>
            {presets.length > 0 && (
              <NativeSelect
                tall
                aria-label={t('dates.presets')}
                value={presets.findIndex((preset) => preset.from === from && preset.to === to)}
                onChange={(index) => {
                  const preset = presets[Number(index)]
                  if (preset) list.change({ from: preset.from, to: preset.to, page: 1 })
                }}
              >
                <option value={-1}>{t('dates.presets')}</option>
                {presets.map((preset, index) => (
                  <option key={preset.label} value={index}>
                    {preset.label}
                  </option>
                ))}
              </NativeSelect>
            )}
          </DateRange>
        </div>
      )}
    </>
  )
}
