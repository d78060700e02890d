import { IconBriefcase2 } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useList } from '../../app/useList.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
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
    <DealsFrame view="list">
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
        toolbar={<FilterBar list={list} dates={t('creationDate')} onlyMine={t('onlyMine')} />}
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
