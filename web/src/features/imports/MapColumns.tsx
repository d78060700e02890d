import { Checkbox } from '@mantine/core'
import { type ImportKind, importColumns } from '@trellis/contract/import-columns'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Columns, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { matched, unused } from './columns.ts'
import { rowsOf, type Sheet } from './sheet.ts'
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
  const left = state.understanding === null ? [] : unused(sheet, state.understanding.plan)
  const lines = matched(kind, sheet.header).lines ?? []
  return (
    <Panel
      title={t('map.title', { file: sheet.fileName })}
      description={t('map.text', { count: rowsOf(sheet) })}
      actions={
        <Button variant="default" size="xs" disabled={isBusy} onClick={() => state.take(null)}>
          {t('map.other')}
        </Button>
      }
    >
      <Stack>
        <Columns gap="lg" min="15rem">
          {importColumns[kind].map((column) => (
            <ColumnChoice key={column.name} kind={kind} column={column} state={state} sheet={sheet} disabled={isBusy} />
          ))}
        </Columns>
        {lines.length > 0 && (
          <Checkbox
            label={t('map.lines', { count: lines.length })}
            description={lines.map((set) => Object.values(set).join(' + ')).join('; ')}
            checked={(state.layout.lines ?? []).length > 0}
            disabled={isBusy}
            onChange={({ currentTarget }) => state.takeLines(currentTarget.checked)}
          />
        )}
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
