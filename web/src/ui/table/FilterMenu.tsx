import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnFilter } from '../columns.ts'
import { DateRange } from '../DateRange.tsx'
import { Stack } from '../layout.tsx'
import { type List, withRange } from '../list.ts'
import { NativeSelect } from '../NativeSelect.tsx'
import { Switch } from '../Switch.tsx'
import FilterForm from './FilterForm.tsx'
import type { ListFilters } from './filters.ts'

interface FilterMenuProps {
  list: List<unknown>
  /** The columns that can be filtered, also those that are hidden. */
  columns: readonly { header: string; filter: ColumnFilter }[]
  filters: ListFilters | undefined
  close(): void
}

/** Everything that narrows a list: switches, dates, and the filter of each column. Every change goes to the first page. */
export default function FilterMenu({ list, columns, filters = {}, close }: FilterMenuProps) {
  const { t } = useTranslation('ui')
  const [field, setField] = useState(columns[0]?.filter.field)
  const open = columns.find(({ filter }) => filter.field === field)
  const { onlyMine = false } = list.state
  const scopes = [
    { label: filters.onlyMine, checked: onlyMine },
    { label: filters.withChildren, checked: !onlyMine },
  ]
  return (
    <Stack gap="lg">
      {(filters.children || filters.onlyMine || filters.withChildren) && (
        <Stack gap="xs">
          {filters.children}
          {scopes.map(
            ({ label, checked }) =>
              label && (
                <Switch
                  key={label}
                  label={label}
                  checked={checked}
                  onChange={() => list.change({ onlyMine: !onlyMine, page: 1 })}
                />
              ),
          )}
        </Stack>
      )}
      {filters.dates && <Dates list={list} label={filters.dates} presets={filters.presets ?? []} />}
      {filters.ranges?.map(({ field: range, label }) => (
        <DateRange
          key={range}
          stacked
          label={label}
          {...list.state.ranges?.[range]}
          onChange={(patch) => list.change(withRange(list.state, range, patch))}
        />
      ))}
      {open && (
        <div>
          {columns.length > 1 && (
            <NativeSelect
              tall
              style={{ width: '100%', marginBottom: '0.75rem' }}
              aria-label={t('table.filterColumn')}
              value={open.filter.field}
              onChange={setField}
            >
              {columns.map(({ header, filter }) => (
                <option key={filter.field} value={filter.field}>
                  {header}
                </option>
              ))}
            </NativeSelect>
          )}
          <FilterForm key={open.filter.field} {...open} list={list} onDone={close} />
        </div>
      )}
    </Stack>
  )
}

interface DatesProps extends Pick<FilterMenuProps, 'list'> {
  label: string
  presets: NonNullable<ListFilters['presets']>
}

function Dates({ list, label, presets }: DatesProps) {
  const { t } = useTranslation('ui')
  const { from, to } = list.state
  return (
    <DateRange stacked label={label} from={from} to={to} onChange={(patch) => list.change({ ...patch, page: 1 })}>
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
  )
}
