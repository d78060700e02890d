import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from './DateInput.tsx'
import styles from './FilterBar.module.css'
import type { ListState } from './list.ts'

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

/** The filters of a list that are not column filters. Every change goes back to the first page. */
export function FilterBar({ list, dates, presets = [], onlyMine, withChildren, children }: FilterBarProps) {
  const { t } = useTranslation('ui')
  const { from, to, onlyMine: isOnlyMine = false } = list.state
  return (
    <search className={styles.bar} aria-label={t('filters')}>
      {dates && (
        <fieldset className={styles.range}>
          <legend className={styles.legend}>{dates}</legend>
          <DateInput
            className={styles.date}
            aria-label={t('dates.fromOf', { field: dates })}
            leftSection={<span className={styles.prefix}>{t('dates.from')}</span>}
            leftSectionWidth="3.25rem"
            leftSectionPointerEvents="none"
            value={from ?? null}
            {...(to === undefined ? {} : { maximum: to })}
            onChange={(day) => list.change({ from: day ?? undefined, page: 1 })}
          />
          <DateInput
            className={styles.date}
            aria-label={t('dates.toOf', { field: dates })}
            leftSection={<span className={styles.prefix}>{t('dates.to')}</span>}
            leftSectionWidth="3.25rem"
            leftSectionPointerEvents="none"
            value={to ?? null}
            {...(from === undefined ? {} : { minimum: from })}
            onChange={(day) => list.change({ to: day ?? undefined, page: 1 })}
          />
          {presets.length > 0 && (
            <select
              className={styles.presets}
              aria-label={t('dates.presets')}
              value={presets.findIndex((preset) => preset.from === from && preset.to === to)}
              onChange={({ currentTarget }) => {
                const preset = presets[Number(currentTarget.value)]
                if (preset) list.change({ from: preset.from, to: preset.to, page: 1 })
              }}
            >
              <option value={-1}>{t('dates.presets')}</option>
              {presets.map((preset, index) => (
                <option key={preset.label} value={index}>
                  {preset.label}
                </option>
              ))}
            </select>
          )}
        </fieldset>
      )}
      {children}
      {onlyMine && (
        <Switch
          className={styles.switch}
          label={onlyMine}
          checked={isOnlyMine}
          onChange={({ currentTarget }) => list.change({ onlyMine: currentTarget.checked, page: 1 })}
        />
      )}
      {withChildren && (
        <Switch
          className={styles.switch}
          label={withChildren}
          checked={!isOnlyMine}
          onChange={({ currentTarget }) => list.change({ onlyMine: !currentTarget.checked, page: 1 })}
        />
      )}
    </search>
  )
}
