import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { PriceList } from '@trellis/contract/price-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useImportAction } from '../../app/useImportAction.ts'
import { useList } from '../../app/useList.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Summary } from '../../ui/table/Summary.tsx'
import { priceListList } from './lists.ts'
import { RemoveListDialog } from './removeList.ts'
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
  if (mayRead) return <Lists create={create} />
  return (
    <Page title={t('title')} actions={create}>
      <Panel>
        <NoPermission>{t('blocked.RQ403')}</NoPermission>
      </Panel>
    </Page>
  )
}

function Lists({ create }: { create: React.ReactNode }) {
  const { t } = useTranslation(['priceLists', 'common'])
  const list = useList(priceListList, Route)
  const { selection, dialog } = usePriceListBulk(list.rows)
  const [removed, setRemoved] = useState<PriceList | null>(null)
  return (
    <Page
      title={t('title')}
      badges={<Summary list={list} count={t('count', { count: list.count })} />}
      actions={create}
    >
      <DataTable
        list={list}
        columns={usePriceListColumns(setRemoved)}
        rowKey={({ priceListId }) => priceListId}
        label={t('title')}
        exportAs="price-lists"
        find={t('find')}
        selection={selection}
        failed={t('fetchError')}
        filters={{ dates: t('creationDate'), withChildren: t('common:scope.withBelow') }}
        actions={useImportAction('price-lists')}
        empty={
          <Empty title={t('empty')} action={create}>
            {t(create ? 'emptyText' : 'noCreate')}
          </Empty>
        }
      />
      {dialog}
      <RemoveListDialog list={removed} onClose={() => setRemoved(null)} />
    </Page>
  )
}
