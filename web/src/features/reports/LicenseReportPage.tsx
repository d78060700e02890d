import { IconDownload, IconReport } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Summary } from '../../ui/table/Summary.tsx'
import { reportList } from './lists.ts'
import { ReportAccount, useReportChips, useReportRanges } from './ReportFilters.tsx'
import { useReportColumns } from './useReportColumns.tsx'
import { useReportDownload } from './useReportDownload.ts'
import { WrittenReports } from './WrittenReports.tsx'

const Route = getRouteApi('/_frame/reports/licenses')

export function LicenseReportPage() {
  const { t } = useTranslation('reports')
  if (useCan('Reports', 'r')) return <Report />
  return (
    <Page title={t('title')}>
      <NoPermission />
    </Page>
  )
}

function Report() {
  const { t } = useTranslation(['reports', 'common'])
  const list = useList(reportList, Route)
  const mayOpen = useCan('Licenses', 'r')
  const { isBusy, request, fetch } = useReportDownload(list.state)
  return (
    <Page
      title={t('reports:title')}
      badges={<Summary list={list} count={t('reports:count', { count: list.count })} />}
      actions={
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isBusy}
          disabled={list.status !== 'ready' || list.count === 0}
          onClick={() => void request()}
        >
          {t('reports:download')}
        </Button>
      }
    >
      <DataTable
        list={list}
        columns={useReportColumns()}
        rowKey={({ licenseId }) => licenseId}
        rowLink={({ serialKey }) => (mayOpen ? `/licenses/${serialKey}` : null)}
        label={t('reports:title')}
        find={t('reports:find')}
        failed={t('reports:licensesFetchError')}
        filters={{
          ranges: useReportRanges(),
          withChildren: t('common:scope.withBelow'),
          children: <ReportAccount list={list} />,
        }}
        linked={useReportChips(list)}
        empty={<Empty title={t('reports:empty')} icon={IconReport} />}
      />
      <WrittenReports isBusy={isBusy} onDownload={(report) => void fetch(report)} />
    </Page>
  )
}
