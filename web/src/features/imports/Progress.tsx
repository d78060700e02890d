import type { Import } from '@trellis/contract/imports'
import { useTranslation } from 'react-i18next'
import { Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

/** The progress of the job: first rows read, then rows written. A dry run also writes rows, which are rolled back. */
export function Progress({ report, rows }: { report: Import | undefined; rows: number }) {
  const { t, i18n } = useTranslation('imports')
  const isWriting = report !== undefined && report.done > 0 && !report.dryRun
  const stage = report === undefined || report.status === 'queued' ? 'waiting' : isWriting ? 'writing' : 'reading'
  const done = report === undefined ? 0 : report.done > 0 ? report.done : report.rows
  const number = (of: number) => of.toLocaleString(i18n.language)
  return (
    <Panel>
      <Stack gap="sm" align="stretch" role="status">
        <Text>{t(`progress.${stage}`)}</Text>
        <ProgressBar label={t('progress.label')} max={rows} value={stage === 'waiting' ? undefined : done} />
        <Text kind="small">{t('progress.rows', { done: number(done), rows: number(rows) })}</Text>
      </Stack>
    </Panel>
  )
}
