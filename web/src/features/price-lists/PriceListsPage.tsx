import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { PriceList } from '@trellis/contract/price-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportButton } from '../../app/ImportButton.tsx'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { priceListList } from './lists.ts'
import { RemoveListDialog } from './RemoveListDialog.tsx'
import { usePriceListBulk } from './usePriceListBulk.tsx'
import { usePriceListColumns } from './usePriceListColumns.tsx'

const Route = getRouteApi('/_frame/pricelists/')

export function PriceListsPage() {
  const { t } = useTranslation('priceLists')
  const mayRead = useCan('PriceLists', 'r')
  const mayCreate = useCan('PriceLists', 'c')
  const create = mayCreate && (
    <LinkButton href="/pricelists/create" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('new')}
    </LinkButton>
  )
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <>
          <ImportButton kind="price-lists" />
          {create}
        </>
      }
    >
      {mayRead ? (
        <Lists create={create} />
      ) : (
        <Panel>
          <NoPermission>{t('blocked.RQ403')}</NoPermission>
        </Panel>
      )}
    </Page>
  )
}

function Lists({ create }: { create: React.ReactNode }) {
  const { t } = useTranslation(['priceLists', 'common'])
  const list = useList(priceListList, Route)
  const { selection, dialog } = usePriceListBulk(list.rows)
  const [removed, setRemoved] = useState<PriceList | null>(null)
  return (
    <>
      <DataTable
        list={list}
        columns={usePriceListColumns(setRemoved)}
        rowKey={({ priceListId }) => priceListId}
        label={t('title')}
        exportAs="price-lists"
        find={t('find')}
        selection={selection}
        failed={t('fetchError')}
        toolbar={<FilterBar list={list} dates={t('creationDate')} withChildren={t('common:scope.withBelow')} />}
        empty={
          <Empty title={t('empty')} action={create}>
            {t(create ? 'emptyText' : 'noCreate')}
          </Empty>
        }
      />
      {dialog}
      <RemoveListDialog list={removed} onClose={() => setRemoved(null)} />
    </>
  )
}
