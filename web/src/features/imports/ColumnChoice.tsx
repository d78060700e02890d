import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ImportColumn, ImportKind } from '@trellis/contract/import-columns'
import { type ColumnSource, headingKeys } from '@trellis/contract/import-recipe'
import { valuesOf } from '@trellis/contract/import-words'
import { useTranslation } from 'react-i18next'
import { Stack, Text } from '../../ui/layout.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { ColumnName } from './ColumnName.tsx'
import type { Format } from './columns.ts'
import type { Sheet } from './sheet.ts'
import type { ImportState } from './useImport.ts'

interface ColumnChoiceProps {
  kind: ImportKind
  column: ImportColumn
  state: ImportState
  sheet: Sheet
  disabled: boolean
}

/** Beside the columns of the file: not there, in the numbered columns, the same for all rows, numbered, joined from two, and two that could be it. */
const ways = { absent: '-', lines: '*', same: '=', counted: '#', joined: '+', open: '?' } as const

/** How a source is shown in the select. */
function wayOf(source: ColumnSource | undefined): string {
  if (source?.value !== undefined) return ways.same
  if (source?.count === true) return ways.counted
  if (source?.from === undefined) return ways.absent
  const [only, ...others] = source.from
  return only === undefined ? ways.open : others.length > 0 ? ways.joined : `of ${only}`
}

/** Says where one of our columns comes from, and where its values can be written in two ways, in which of them. */
export function ColumnChoice(props: ColumnChoiceProps) {
  const { column, state, sheet, disabled } = props
  const { name, required, holds } = column
  const { t } = useTranslation('imports')
  const source = state.layout.columns[name]
  const isInLines = state.layout.lines?.some((set) => set[name] !== undefined) === true
  const way = isInLines ? ways.lines : wayOf(source)
  const keys = headingKeys(sheet.header)
  const choose = (chosen: string) => {
    if (chosen === ways.absent) state.say(name, null)
    else if (chosen === ways.same) state.say(name, { value: '' })
    else if (chosen === ways.counted) state.say(name, { count: true })
    else if (chosen === ways.joined) state.say(name, { from: [keys[0] ?? '', keys[1] ?? ''] })
    else state.say(name, { from: [chosen.slice('of '.length)] })
  }
  return (
    <Stack gap="xs">
      <NativeSelect
        label={<ColumnName name={name} required={required} />}
        // The space keeps the line, so that nothing moves when a column is chosen.
        description={<Text truncate>{state.samples(name).join(' · ') || '\u00a0'}</Text>}
        inputWrapperOrder={['label', 'input', 'description']}
        value={way}
        disabled={disabled || isInLines}
        error={way === ways.open || state.lacks.includes(name)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {way === ways.open && <option value={ways.open}>{t('map.twice')}</option>}
        {isInLines && <option value={ways.lines}>{t('map.inLines')}</option>}
        <option value={ways.absent}>{t('map.notThere')}</option>
        <option value={ways.same}>{t('map.same')}</option>
        {name === 'line' && <option value={ways.counted}>{t('map.counted')}</option>}
        {holds === 'text' && keys.length > 1 && <option value={ways.joined}>{t('map.joined')}</option>}
        {keys.map((key, at) => (
          <option key={key} value={`of ${key}`}>
            {sheet.header[at] === '' ? t('map.unnamed', { number: at + 1 }) : key}
          </option>
        ))}
      </NativeSelect>
      <SameForAll {...props} />
      <Joined {...props} />
      <Forms {...props} />
    </Stack>
  )
}

/** The value that a column has in all rows. */
function SameForAll({ kind, column, state, disabled }: ColumnChoiceProps) {
  const { t } = useTranslation('imports')
  const value = state.layout.columns[column.name]?.value
  if (value === undefined) return null
  const label = t('map.sameValue', { column: t(`column.${column.name}` as 'column.sku') })
  const say = (next: string) => state.say(column.name, { value: next })
  const values = valuesOf(kind, column)
  return values.length > 0 ? (
    <NativeSelect
      aria-label={label}
      value={value}
      disabled={disabled}
      data={[{ value: '', label: t('map.chooseValue') }, ...values]}
      onChange={({ currentTarget }) => say(currentTarget.value)}
    />
  ) : (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={value}
      disabled={disabled}
      maxLength={255}
      onChange={({ currentTarget }) => say(currentTarget.value)}
    />
  )
}

/** The two columns whose texts become one. */
function Joined({ column, state, sheet, disabled }: ColumnChoiceProps) {
  const { t } = useTranslation('imports')
  const from = state.layout.columns[column.name]?.from ?? []
  if (from.length < 2) return null
  const keys = headingKeys(sheet.header)
  const name = t(`column.${column.name}` as 'column.sku')
  return from.map((heading, at) => (
    <NativeSelect
      // biome-ignore lint/suspicious/noArrayIndexKey: the same column may be chosen twice; the place distinguishes them
      key={at}
      aria-label={t('map.part', { column: name, number: at + 1 })}
      value={heading}
      disabled={disabled}
      data={keys}
      onChange={({ currentTarget }) =>
        state.say(column.name, { from: from.map((each, index) => (index === at ? currentTarget.value : each)) })
      }
    />
  ))
}

const formatNames = { '.': 'point', ',': 'comma', day: 'day', month: 'month' } as const

/** How amounts and dates are written, what an amount is in thousands, and whether empty cells take the value above. */
function Forms({ column: { name, holds }, state, disabled }: ColumnChoiceProps) {
  const { t } = useTranslation('imports')
  const format = state.format(name)
  const source = state.layout.columns[name]
  const column = t(`column.${name}` as 'column.sku')
  const add = (more: ColumnSource) => state.say(name, { ...source, ...more })
  return (
    <>
      {format !== undefined && (
        <Segmented<Format | ''>
          size="xs"
          aria-label={t('map.format', { column })}
          value={format ?? ''}
          onChange={(chosen) => {
            if (chosen !== '') add({ format: chosen })
          }}
          data={(holds === 'money' ? (['.', ','] as const) : (['day', 'month'] as const)).map((value) => ({
            value,
            label: t(`map.formats.${formatNames[value]}`),
          }))}
        />
      )}
      {(source?.unit !== undefined || state.unitsOpen.includes(name)) && (
        <Segmented<'' | '1' | '1000'>
          size="xs"
          aria-label={t('map.unit', { column })}
          value={source?.unit === undefined ? '' : `${source.unit}`}
          onChange={(unit) => {
            if (unit !== '') add({ unit: unit === '1000' ? 1000 : 1 })
          }}
          data={[
            { value: '1000', label: t('map.units.thousands') },
            { value: '1', label: t('map.units.pieces') },
          ]}
        />
      )}
      {(source?.fill === true || state.hasGaps(name)) && (
        <Checkbox
          label={t('map.fill', { column })}
          checked={source?.fill === true}
          disabled={disabled}
          onChange={({ currentTarget }) => {
            const { fill: _, ...others } = source ?? {}
            state.say(name, currentTarget.checked ? { ...others, fill: true } : others)
          }}
        />
      )}
    </>
  )
}
