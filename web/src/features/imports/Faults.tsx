import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Import, ImportError, ImportKind } from '@trellis/contract/imports'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toCsv } from '../../ui/csv.ts'
import { download } from '../../ui/download.ts'
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
  const element = useRef<HTMLDivElement>(null)
  const title = errorCount === 0 ? t('faults.none') : t('faults.title', { count: errorCount })
  // Move the focus to the first error, because the columns above it may fill the screen.
  useEffect(() => {
    const cell = element.current?.querySelector<HTMLElement>('td input')
    ;(cell ?? element.current)?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'start' })
  }, [])
  const shown = errors.slice(0, shownAtOnce)
  const isWholeFile = errors.length > 0 && errors.every(({ column, line }) => column === null && line === 1)
  const refused = () => {
    const rows = new Set(errors.flatMap(({ line }) => state.rowAt.get(line) ?? []))
    const lines = [...rows].sort((a, b) => a - b).map((row) => sheet.rows[row] ?? [])
    download(`refused-${kind}.csv`, toCsv([sheet.header, ...lines]))
  }
  return (
    <section ref={element} className={styles.result} aria-label={title} tabIndex={-1}>
      <Panel
        title={title}
        description={errorCount === 0 ? t('faults.noneText') : state.isEdited ? t('faults.edited') : t('faults.text')}
        actions={
          errorCount > 0 &&
          !isWholeFile && (
            <Button variant="default" size="xs" leftSection={<IconDownload size={14} aria-hidden />} onClick={refused}>
              {t('faults.download')}
            </Button>
          )
        }
      >
        <div role="status">
          <Counts counts={report.counts} dryRun={report.dryRun} />
        </div>
        {children}
        {shown.length > 0 && (
          <div className={styles.scroll}>
            <table className={styles.faults} aria-label={t('faults.label')}>
              <thead>
                <tr>
                  <th>{t('faults.row')}</th>
                  <th>{t('faults.column')}</th>
                  <th>{t('faults.value')}</th>
                  <th>{t('faults.reason')}</th>
                </tr>
              </thead>
              <tbody>
                {shown.map((error) => (
                  <Fault
                    key={`${error.line} ${error.column} ${error.reason}`}
                    error={error}
                    state={state}
                    sheet={sheet}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
        {errorCount > shown.length && (
          <p className={styles.sample}>
            {t('faults.more', {
              count: errorCount - shown.length,
              number: (errorCount - shown.length).toLocaleString(i18n.language),
            })}
          </p>
        )}
      </Panel>
    </section>
  )
}

function Fault({ error, state, sheet }: { error: ImportError; state: ImportState; sheet: Sheet }) {
  const { t } = useTranslation('imports')
  const reason = useReasonText()(error)
  const row = state.rowAt.get(error.line)
  const place = row === undefined ? error.line : (sheet.lines[row] ?? error.line)
  const at = error.column === null ? -1 : (state.mapping[error.column] ?? -1)
  const label = error.column === null ? '' : t(`column.${error.column}` as 'column.sku')
  const cell = row === undefined || at < 0 ? null : (sheet.rows[row]?.[at] ?? '')
  const isCorrected = cell !== null && state.value(error.column ?? '', cell) !== (error.value ?? '')
  return (
    <tr data-corrected={isCorrected || undefined}>
      <td>{place}</td>
      <td>{label}</td>
      <td>
        {cell === null || row === undefined || error.column === null ? (
          error.value
        ) : (
          <input
            className={styles.cell}
            aria-label={t('faults.cell', { column: label, row: place })}
            aria-invalid={!isCorrected || undefined}
            value={cell}
            disabled={state.isSending}
            onChange={({ currentTarget }) => state.correct(row, error.column as string, currentTarget.value)}
            onKeyDown={({ key }) => {
              if (key === 'Enter') state.send({ dryRun: true })
            }}
          />
        )}
      </td>
      <td className={styles.reason}>{reason}</td>
    </tr>
  )
}
