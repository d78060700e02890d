import { IconHistory } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { Summary } from '../../ui/table/Summary.tsx'
import { AuditFilters, AuditSearch, useAuditChips } from './AuditFilters.tsx'
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
      badges={<Summary list={list} count={t('count', { count: list.count })} />}
      actions={
        mayVerify && (
          <LinkButton variant="default" href="/audit/chain">
            {t('chain')}
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
        filters={{ dates: t('time'), children: <AuditFilters list={list} /> }}
        linked={useAuditChips(list)}
        toolbar={<AuditSearch list={list} />}
        empty={
          <Empty title={t('empty')} icon={IconHistory}>
            {t('emptyText')}
          </Empty>
        }
      />
    </Page>
  )
}
