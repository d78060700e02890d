import { Button, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Import, ImportError, ImportKind } from '@trellis/contract/imports'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/columns.ts'
import { toCsv } from '../../ui/csv.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { download } from '../../ui/download.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { wholeList } from '../../ui/list.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Counts } from './Counts.tsx'
import styles from './imports.module.css'
import type { Sheet } from './sheet.ts'
import type { ImportState } from './useImport.ts'
import { useReasonText } from './useReasonText.ts'

interface FaultsProps {
  kind: ImportKind
  state: ImportState
  sheet: Sheet
  report: Import
  /** The buttons for the next step. */
  children: ReactNode
}

/** Maximum number of errors shown; the next ones appear when these are corrected. */
const shownAtOnce = 200

/** The result of a dry run: what would happen, and every error with its cell to correct in place. */
export function Faults({ kind, state, sheet, report, children }: FaultsProps) {
  const { t, i18n } = useTranslation('imports')
  const { errors, errorCount } = report
  const element = useRef<HTMLElement>(null)
  const title = errorCount === 0 ? t('faults.none') : t('faults.title', { count: errorCount })
  // Move the focus to the first error, because the columns above it may fill the screen.
  useEffect(() => {
    const cell = element.current?.querySelector<HTMLElement>('input[aria-invalid]')
    ;(cell ?? element.current)?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'start' })
  }, [])
  const shown = errors.slice(0, shownAtOnce)
  const columns = useFaultColumns(state, sheet)
  const isWholeFile = errors.length > 0 && errors.every(({ column, line }) => column === null && line === 1)
  const refused = () => {
    const rows = new Set(errors.flatMap(({ line }) => state.rowAt.get(line) ?? []))
    const lines = [...rows].sort((a, b) => a - b).map((row) => sheet.rows[row] ?? [])
    download(`refused-${kind}.csv`, toCsv([sheet.header, ...lines]))
  }
  return (
    <Stack as="section" ref={element} className={styles.result ?? ''} aria-label={title} tabIndex={-1}>
      <Panel
        title={title}
        description={t(descriptionOf(report, state, sheet))}
        actions={
          errorCount > 0 &&
          !isWholeFile &&
          sheet.large === null && (
            <Button variant="default" size="xs" leftSection={<IconDownload size={14} aria-hidden />} onClick={refused}>
              {t('faults.download')}
            </Button>
          )
        }
      >
        <Stack>
          <div role="status">
            <Counts counts={report.counts} dryRun={report.dryRun} />
          </div>
          {children}
        </Stack>
      </Panel>
      {shown.length > 0 && (
        <DataTable
          list={wholeList(shown)}
          columns={columns}
          rowKey={({ line, column, reason }) => `${line} ${column} ${reason}`}
          label={t('faults.label')}
          paging={false}
          {...(errorCount > shown.length && {
            footer: t('faults.more', {
              count: errorCount - shown.length,
              number: (errorCount - shown.length).toLocaleString(i18n.language),
            }),
          })}
        />
      )}
    </Stack>
  )
}

function descriptionOf({ errorCount }: Import, { isEdited }: ImportState, { large }: Sheet) {
  if (errorCount === 0) return 'faults.noneText'
  if (large !== null) return 'faults.largeText'
  return isEdited ? 'faults.edited' : 'faults.text'
}

/** Where an error is, what is there, and why it is one. The value can be corrected in place. */
function useFaultColumns(state: ImportState, sheet: Sheet): Column<ImportError>[] {
  const { t } = useTranslation('imports')
  const reasonText = useReasonText()
  const find = ({ line, column, value }: ImportError) => {
    const row = state.rowAt.get(line)
    const at = column === null ? -1 : state.placeOf(column)
    const cell = row === undefined || at < 0 ? null : (sheet.rows[row]?.[at] ?? '')
    const number = row === undefined ? line : (sheet.lines[row] ?? line)
    const label = column === null ? null : t(`column.${column}` as 'column.sku')
    return {
      row,
      cell,
      place: label === null ? t('faults.wholeRow', { row: number }) : t('faults.cell', { column: label, row: number }),
      isCorrected: cell !== null && state.value(column ?? '', cell) !== (value ?? ''),
    }
  }
  return [
    { id: 'place', header: t('faults.place'), cell: (error) => find(error).place },
    {
      id: 'value',
      header: t('faults.value'),
      hideable: false,
      card: 'wide',
      cell: (error) => {
        const { row, cell, place, isCorrected } = find(error)
        const { column } = error
        if (cell === null || row === undefined || column === null) return error.value
        return (
          <TextInput
            aria-label={place}
            error={!isCorrected}
            value={cell}
            disabled={state.isSending}
            onChange={({ currentTarget }) => state.correct(row, column, currentTarget.value)}
            onKeyDown={({ key }) => {
              if (key === 'Enter') state.send({ dryRun: true })
            }}
          />
        )
      },
    },
    {
      id: 'reason',
      header: t('faults.reason'),
      hideable: false,
      card: 'wide',
      cell: (error) => <Text as={find(error).isCorrected ? 's' : 'span'}>{reasonText(error)}</Text>,
    },
  ]
}
