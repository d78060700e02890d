import { IconBriefcase2 } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useImportAction } from '../../app/useImportAction.ts'
import { useList } from '../../app/useList.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Summary } from '../../ui/table/Summary.tsx'
import { CreateDealButton, DealsFrame } from './DealsFrame.tsx'
import { dealsOfNetwork } from './lists.ts'
import { useDealBulk } from './useDealBulk.tsx'
import { useDealColumns } from './useDealColumns.tsx'
import { useLinkedFilters } from './useLinkedFilters.ts'

const Route = getRouteApi('/_frame/deals/')

export function DealsPage() {
  const { t } = useTranslation('deals')
  const list = useList(dealsOfNetwork, Route)
  const { selection, dialog } = useDealBulk(list.rows)
  return (
    <DealsFrame view="list" summary={<Summary list={list} count={t('count', { count: list.count })} />}>
      <DataTable
        list={list}
        columns={useDealColumns()}
        rowKey={({ dealId }) => dealId}
        rowLink={({ dealId }) => `/deals/${dealId}`}
        label={t('title')}
        exportAs="deals"
        selection={selection}
        linked={useLinkedFilters(list.state)}
        find={t('find')}
        failed={t('fetchError')}
        filters={{ dates: t('creationDate'), onlyMine: t('onlyMine') }}
        actions={useImportAction('deals')}
        empty={
          <Empty title={t('empty')} icon={IconBriefcase2} action={<CreateDealButton variant="default" />}>
            {t('emptyText')}
          </Empty>
        }
      />
      {dialog}
    </DealsFrame>
  )
}
