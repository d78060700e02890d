import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { rowsOf, type Sheet } from './sheet.ts'
import type { ImportState } from './useImport.ts'

/** How far a file is: a large one on its way, then rows read, then rows written. A dry run also writes rows, which are rolled back. */
export function Progress({ state, sheet }: { state: ImportState; sheet: Sheet }) {
  const { t, i18n } = useTranslation('imports')
  const { report, sentShare } = state
  const rows = rowsOf(sheet)
  const isWriting = report !== undefined && report.done > 0 && !report.dryRun
  const isWaiting = report === undefined || report.status === 'queued'
  const stage = sentShare !== null ? 'sending' : isWaiting ? 'waiting' : isWriting ? 'writing' : 'reading'
  const done = report === undefined ? 0 : report.done > 0 ? report.done : report.rows
  const number = (of: number) => of.toLocaleString(i18n.language)
  const percent = (of: number) => of.toLocaleString(i18n.language, { style: 'percent' })
  const [value, max] = sentShare !== null ? [sentShare, 1] : [isWaiting ? undefined : Math.min(done, rows), rows]
  return (
    <Panel>
      <Stack gap="sm" align="stretch" role="status">
        <Row justify="between">
          <Text>{t(`progress.${stage}`)}</Text>
          <Button variant="default" size="xs" loading={state.isStopping} onClick={state.stop}>
            {t('progress.stop')}
          </Button>
        </Row>
        <ProgressBar label={t('progress.label')} max={max} value={value} />
        <Text kind="small">
          {sentShare === null
            ? t('progress.rows', { done: number(done), rows: number(rows) })
            : t('progress.sent', { share: percent(sentShare) })}
        </Text>
      </Stack>
    </Panel>
  )
}
