import { IconHistory } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { auditEvents } from './lists.ts'
import { useAuditColumns } from './useAuditColumns.tsx'

const Route = getRouteApi('/_frame/audit/')

/** The changes of records in reach, the newest first. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const mayVerify = useCan('Audit', 'ra')
  const list = useList(auditEvents, Route)
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        mayVerify && (
          <LinkButton variant="default" href="/audit/chain">
            {t('chain.link')}
          </LinkButton>
        )
      }
    >
      <DataTable
        list={list}
        columns={useAuditColumns(list.state)}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/audit/${id}`}
        label={t('title')}
        exportAs="audit"
        failed={t('fetchError')}
        toolbar={<AuditFilters list={list} />}
        empty={
          <Empty title={t('empty')} icon={IconHistory}>
            {t('emptyText')}
          </Empty>
        }
      />
    </Page>
  )
}
