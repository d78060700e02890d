import { Button, NativeSelect } from '@mantine/core'
import { type ImportColumn, type ImportKind, importColumns } from '@trellis/contract/import-columns'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Columns, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { ColumnName } from './ColumnName.tsx'
import { doubled, type Format, unused } from './columns.ts'
import type { Sheet } from './sheet.ts'
import type { ImportState } from './useImport.ts'

interface MapColumnsProps {
  kind: ImportKind
  state: ImportState
  sheet: Sheet
  /** The buttons for the next step. */
  children: ReactNode
}

/** Maps the columns of the file to ours, with sample values of the first rows. */
export function MapColumns({ kind, state, sheet, children }: MapColumnsProps) {
  const { t } = useTranslation('imports')
  const isBusy = state.isUnderWay || state.isSending
  const left = unused(sheet, state.mapping)
  return (
    <Panel
      title={t('map.title', { file: sheet.fileName })}
      description={t('map.text', { count: sheet.rows.length })}
      actions={
        <Button variant="default" size="xs" disabled={isBusy} onClick={() => state.take(null)}>
          {t('map.other')}
        </Button>
      }
    >
      <Stack>
        <Columns gap="lg" min="15rem">
          {importColumns[kind].map((column) => (
            <ColumnChoice key={column.name} column={column} state={state} sheet={sheet} disabled={isBusy} />
          ))}
        </Columns>
        {left.length > 0 && (
          <Text as="p" kind="small">
            {t('map.unused', { count: left.length, columns: left.join(', ') })}
          </Text>
        )}
        {children}
      </Stack>
    </Panel>
  )
}

interface ColumnChoiceProps {
  column: ImportColumn
  state: ImportState
  sheet: Sheet
  disabled: boolean
}

/** Chooses the file's column for one of ours, and where its values can be written in two ways, in which of them. */
function ColumnChoice({ column: { name, required, holds }, state, sheet, disabled }: ColumnChoiceProps) {
  const { t } = useTranslation('imports')
  const at = state.mapping[name] ?? -1
  const format = state.format(name)
  const sample = sheet.rows
    .slice(0, 3)
    .map((row) => state.value(name, row[at] ?? ''))
    .filter((cell) => cell !== '')
  return (
    <Stack gap="xs">
      <NativeSelect
        label={<ColumnName name={name} required={required} />}
        // The space keeps the line, so that nothing moves when a column is chosen.
        description={<Text truncate>{sample.join(' · ') || '\u00a0'}</Text>}
        inputWrapperOrder={['label', 'input', 'description']}
        value={at}
        disabled={disabled}
        error={at === doubled || (required && at < 0)}
        onChange={({ currentTarget }) => state.map(name, Number(currentTarget.value))}
      >
        {at === doubled && <option value={doubled}>{t('map.twice')}</option>}
        <option value={-1}>{t('map.notThere')}</option>
        {sheet.header.map((of, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may have two columns of one name; the index distinguishes them
          <option key={index} value={index}>
            {of === '' ? t('map.unnamed', { number: index + 1 }) : of}
          </option>
        ))}
      </NativeSelect>
      {format !== undefined && (
        <Segmented<Format | ''>
          size="xs"
          aria-label={t('map.format', { column: t(`column.${name}` as 'column.sku') })}
          value={format ?? ''}
          onChange={(chosen) => {
            if (chosen !== '') state.choose(name, chosen)
          }}
          data={(holds === 'money' ? (['.', ','] as const) : (['day', 'month'] as const)).map((value) => ({
            value,
            label: t(`map.formats.${formatNames[value]}`),
          }))}
        />
      )}
    </Stack>
  )
}

const formatNames = { '.': 'point', ',': 'comma', day: 'day', month: 'month' } as const
