import { IconDownload } from '@tabler/icons-react'
import type { Import, ImportKind } from '@trellis/contract/imports'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { toCsv } from '../../ui/csv.ts'
import { download } from '../../ui/download.ts'
import { later } from '../../ui/later.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { Counts } from './Counts.tsx'
import { FaultTable } from './FaultTable.tsx'
import styles from './imports.module.css'
import type { Sheet } from './sheet.ts'
import type { ImportState } from './useImport.ts'

const Changes = later(() => import('./preview/Changes.tsx'))
const Warnings = later(() => import('./preview/Warnings.tsx'))

interface FaultsProps {
  kind: ImportKind
  state: ImportState
  sheet: Sheet
  report: Import
  /** The buttons for the next step. */
  children: ReactNode
}

/** The result of a dry run: what would happen, what of it is rarely meant, every error, and every record that would change. */
export function Faults({ kind, state, sheet, report, children }: FaultsProps) {
  const { t } = useTranslation('imports')
  const { errors, errorCount, warnings } = report
  const element = useRef<HTMLElement>(null)
  const title = errorCount === 0 ? t('faults.none') : t('faults.title', { count: errorCount })
  // Move the focus to the first error, because the columns above it may fill the screen.
  useEffect(() => {
    const cell = element.current?.querySelector<HTMLElement>('input[aria-invalid]')
    ;(cell ?? element.current)?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'start' })
  }, [])
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
          {warnings.length > 0 && (
            <Warnings
              waiting={<Lines count={2} />}
              warnings={warnings}
              rowOf={(line) => sheet.lines[state.rowAt.get(line) ?? -1] ?? line}
            />
          )}
          {children}
        </Stack>
      </Panel>
      {errors.length > 0 && <FaultTable kind={kind} state={state} sheet={sheet} report={report} />}
      {report.dryRun && report.counts.changed > 0 && (
        <Changes key={report.importId} report={report} waiting={<Lines count={4} />} />
      )}
    </Stack>
  )
}

function descriptionOf({ errorCount }: Import, { isEdited }: ImportState, { large }: Sheet) {
  if (errorCount === 0) return 'faults.noneText'
  if (large !== null) return 'faults.largeText'
  return isEdited ? 'faults.edited' : 'faults.text'
}
