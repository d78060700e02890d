import { IconHistory } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useList } from '../../app/useList.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Page } from '../../ui/Page.tsx'
import { auditEvents } from './lists.ts'
import { useAuditColumns } from './useAuditColumns.tsx'

const Route = getRouteApi('/_frame/audit/')

/** The changes of records in reach, the newest first. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const list = useList(auditEvents, Route)
  return (
    <Page title={t('title')} description={t('description')}>
      <DataTable
        list={list}
        columns={useAuditColumns(list.state.filters.entity ?? [])}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/audit/${id}`}
        label={t('title')}
        exportAs="audit"
        failed={t('fetchError')}
        toolbar={<FilterBar list={list} dates={t('time')} />}
        empty={<Empty title={t('empty')} icon={IconHistory} />}
      />
    </Page>
  )
}
