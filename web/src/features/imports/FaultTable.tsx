import { TextInput } from '@mantine/core'
import type { Import, ImportError, ImportKind } from '@trellis/contract/imports'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { wholeList } from '../../ui/list.ts'
import { canBeOneForAll, causeOf, type FaultLine, linesOf } from './faultGroups.ts'
import type { Sheet } from './sheet.ts'
import type { ImportState } from './useImport.ts'
import { useReasonText } from './useReasonText.ts'

interface FaultTableProps {
  kind: ImportKind
  state: ImportState
  sheet: Sheet
  report: Import
}

/** Maximum number of lines shown; the next ones appear when these are corrected. */
const shownAtOnce = 200
/** Rows and values of one cause that are named. */
const named = 5

/** Every fault with its cell to correct in place; those of one cause are one line, with what mends all of them. */
export function FaultTable({ kind, state, sheet, report }: FaultTableProps) {
  const { t, i18n } = useTranslation('imports')
  const [shownEach, setShownEach] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => linesOf(report.errors, shownEach), [report.errors, shownEach])
  const shown = lines.slice(0, shownAtOnce)
  const columns = useFaultColumns(kind, state, sheet, (cause) => setShownEach(new Set([...shownEach, cause])))
  const left = report.errorCount - shown.reduce((sum, { errors }) => sum + errors.length, 0)
  return (
    <DataTable
      list={wholeList(shown)}
      columns={columns}
      rowKey={({ key }) => key}
      label={t('faults.label')}
      paging={false}
      {...(left > 0 && { footer: t('faults.more', { count: left, number: left.toLocaleString(i18n.language) }) })}
    />
  )
}

/** Where an error is in the file, and what its cell holds now. */
function useCells(state: ImportState, sheet: Sheet) {
  return ({ line, column, value }: ImportError) => {
    const row = state.rowAt.get(line)
    const at = column === null ? -1 : state.placeOf(column)
    const cell = row === undefined || at < 0 ? null : (sheet.rows[row]?.[at] ?? '')
    return {
      row,
      cell,
      number: row === undefined ? line : (sheet.lines[row] ?? line),
      isCorrected: cell !== null && state.value(column ?? '', cell) !== (value ?? ''),
    }
  }
}

/** Where an error is, what is there, and why it is one. The value can be corrected in place. */
function useFaultColumns(
  kind: ImportKind,
  state: ImportState,
  sheet: Sheet,
  onEach: (cause: string) => void,
): Column<FaultLine>[] {
  const { t } = useTranslation('imports')
  const reasonText = useReasonText()
  const find = useCells(state, sheet)
  const placeOf = ({ first, errors }: FaultLine) => {
    const { number } = find(first)
    const column = first.column === null ? null : t(`column.${first.column}` as 'column.sku')
    const { length: count } = errors
    if (count > 1) return column === null ? t('faults.wholeRows', { count }) : t('faults.rows', { column, count })
    return column === null ? t('faults.wholeRow', { row: number }) : t('faults.cell', { column, row: number })
  }
  return [
    { id: 'place', header: t('faults.place'), cell: placeOf },
    {
      id: 'value',
      header: t('faults.value'),
      hideable: false,
      card: 'wide',
      cell: (line) => <FaultValue line={line} place={placeOf(line)} state={state} sheet={sheet} />,
    },
    {
      id: 'reason',
      header: t('faults.reason'),
      hideable: false,
      card: 'wide',
      cell: ({ first, errors }) => (
        <Stack gap="xs" align="start">
          <Text as={errors.every((error) => find(error).isCorrected) ? 's' : 'span'} style={{ whiteSpace: 'normal' }}>
            {reasonText(first)}
          </Text>
          {errors.length > 1 && (
            <>
              <Text kind="small">
                {t('faults.sameCause', {
                  rows: errors
                    .slice(0, named)
                    .map((error) => find(error).number)
                    .join(', '),
                  more: errors.length - named,
                })}
              </Text>
              <Row gap="xs">
                {canBeOneForAll(first, kind) && (
                  <Button
                    variant="default"
                    size="xs"
                    disabled={state.isSending}
                    onClick={() => state.say(first.column ?? '', { value: '' })}
                  >
                    {t('faults.oneForAll')}
                  </Button>
                )}
                <Button variant="subtle" size="xs" onClick={() => onEach(causeOf(first))}>
                  {t('faults.showEach')}
                </Button>
              </Row>
            </>
          )}
        </Stack>
      ),
    },
  ]
}

interface FaultValueProps {
  line: FaultLine
  place: string
  state: ImportState
  sheet: Sheet
}

/** The cell, to be corrected; of several rows with the same text one cell for all of them. */
function FaultValue({ line: { first, errors }, place, state, sheet }: FaultValueProps) {
  const { t } = useTranslation('imports')
  const find = useCells(state, sheet)
  const { row, cell, isCorrected } = find(first)
  const { column } = first
  const values = [...new Set(errors.map(({ value }) => value ?? ''))].filter((value) => value !== '')
  if (cell === null || row === undefined || column === null || new Set(errors.map(({ value }) => value)).size > 1) {
    const some = values.slice(0, named).join(', ')
    return values.length > named ? t('faults.values', { values: some }) : some
  }
  const rows = errors.flatMap((error) => find(error).row ?? [])
  return (
    <TextInput
      aria-label={errors.length > 1 ? t('faults.allAlike', { count: errors.length, column: place }) : place}
      error={!isCorrected}
      value={cell}
      disabled={state.isSending}
      onChange={({ currentTarget }) => {
        for (const each of rows) state.correct(each, column, currentTarget.value)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') state.send({ dryRun: true })
      }}
    />
  )
}
