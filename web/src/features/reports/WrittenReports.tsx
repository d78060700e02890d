import { useQuery } from '@tanstack/react-query'
import { type LicenseReport, reports } from '@trellis/contract/reports'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Bytes } from '../../ui/Bytes.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

interface WrittenReportsProps {
  isBusy: boolean
  onDownload(report: LicenseReport): void
}

const isUnderWay = ({ status }: LicenseReport) => status === 'queued' || status === 'running'

/** The reader's long reports, which jobs write: their progress, and the files of the last day. */
export function WrittenReports({ isBusy, onDownload }: WrittenReportsProps) {
  const { t } = useTranslation('reports')
  const { data, error, refetch } = useQuery({
    ...queryOf(reports.list),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 1000 : false),
  })
  if (error !== null && data === undefined)
    return <ErrorBlock shape="line" error={error} title={t('writtenFetchError')} retry={() => void refetch()} />
  if (data === undefined || data.length === 0) return null
  return (
    <Panel title={t('written')} description={t('writtenText')}>
      <Stack as="ul" gap="md">
        {data.map((report) => (
          <Row as="li" key={report.reportId} justify="between">
            <Stack gap="none">
              <Text>{report.fileName}</Text>
              <Text kind="small">
                <DateTime value={report.creationDate} />
              </Text>
            </Stack>
            <State report={report} isBusy={isBusy} onDownload={onDownload} />
          </Row>
        ))}
      </Stack>
    </Panel>
  )
}

function State({ report, isBusy, onDownload }: WrittenReportsProps & { report: LicenseReport }) {
  const { t } = useTranslation('reports')
  const { language } = useLocale()
  const { status, rows, done, size, place } = report
  if (status === 'failed') return <StatusTag tone="error">{t('failed')}</StatusTag>
  if (status === 'done')
    return (
      <Row gap="md">
        <Text kind="small">
          {t('rows', { count: rows, amount: formatNumber(rows, language) })}
          {size !== null && ' · '}
          {size !== null && <Bytes value={size} />}
        </Text>
        <ActionButton size="xs" variant="default" disabled={isBusy} onClick={() => onDownload(report)}>
          {t('downloadFile')}
        </ActionButton>
      </Row>
    )
  return (
    <Row gap="md" role="status">
      <Text kind="small">
        {status === 'queued'
          ? t('queued', { place: formatNumber(place ?? 1, language) })
          : t('progress', { done: formatNumber(done, language), rows: formatNumber(rows, language) })}
      </Text>
      <progress
        max={rows}
        value={status === 'queued' ? undefined : done}
        aria-label={t('progressOf', { file: report.fileName })}
      />
    </Row>
  )
}
