import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { PriceList } from '@trellis/contract/price-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportButton } from '../../app/ImportButton.tsx'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { useBlocked } from './blocked.ts'
import { priceListList } from './lists.ts'
import { currenciesQuery } from './queries.ts'
import { RemoveListDialog } from './RemoveListDialog.tsx'

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
  const blocked = useBlocked()
  const list = useList(priceListList, Route)
  const currencies = useQuery(currenciesQuery)
  const [removed, setRemoved] = useState<PriceList | null>(null)
  const columns: Column<PriceList>[] = [
    {
      id: 'name',
      header: t('name'),
      cell: ({ priceListId, name }) => <EntityLink href={`/pricelists/${priceListId}`}>{name}</EntityLink>,
      sort: 'name',
      filter: { field: 'name', kind: 'text' },
      text: ({ name }) => name,
      file: { path: 'name' },
    },
    {
      id: 'owner',
      header: t('owner'),
      cell: ({ accountId, accountName }) =>
        accountName === null ? (
          t('ownerAbove')
        ) : (
          <EntityLink href={`/accounts/${accountId}/pricelist`}>{accountName}</EntityLink>
        ),
      sort: 'accountName',
      filter: { field: 'accountName', kind: 'text' },
      text: ({ accountName }) => accountName ?? '',
      file: { path: 'accountName' },
    },
    {
      id: 'currency',
      header: t('currency'),
      cell: ({ currencyCode }) => currencyCode,
      sort: 'currencyCode',
      filter: {
        field: 'currencyCode',
        kind: 'choice',
        options: (currencies.data ?? []).map(({ currencyCode, currencyName }) => ({
          value: currencyCode,
          label: `${currencyCode} · ${currencyName}`,
        })),
      },
      text: ({ currencyCode }) => currencyCode,
      file: { path: 'currencyCode' },
    },
    {
      id: 'products',
      header: t('products'),
      cell: ({ productCount }) => <Quantity value={productCount} />,
      align: 'right',
      text: ({ productCount }) => String(productCount),
      file: { path: 'productCount', kind: 'number' },
    },
    {
      id: 'creationDate',
      header: t('creationDate'),
      cell: ({ creationDate }) => <DateTime value={creationDate} dateOnly />,
      sort: 'creationDate',
      text: ({ creationDate }) => creationDate,
      file: { path: 'creationDate', kind: 'date' },
    },
    {
      id: 'createdBy',
      header: t('createdBy'),
      cell: ({ createdBy }) => <EntityLink>{createdBy}</EntityLink>,
      text: ({ createdBy }) => createdBy ?? '',
      file: { path: 'createdBy' },
    },
    {
      id: 'actions',
      header: '',
      align: 'right',
      hideable: false,
      card: 'corner',
      cell: (row) => (
        <ActionMenu
          label={t('actionsOf', { list: row.name })}
          actions={[
            {
              label: t('detail.delete'),
              destructive: true,
              // Deleting a list in use is not blocked here, because the server's answer names the accounts that use it.
              blocked: row.blocked.delete === 'PR523' ? null : blocked(row.blocked.delete),
              onClick: () => setRemoved(row),
            },
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <DataTable
        list={list}
        columns={columns}
        rowKey={({ priceListId }) => priceListId}
        label={t('title')}
        exportAs="price-lists"
        failed={t('fetchError')}
        toolbar={<FilterBar list={list} dates={t('creationDate')} withChildren={t('common:scope.withBelow')} />}
        empty={
          <Empty title={t('empty')} action={create}>
            {t(create ? 'emptyText' : 'noCreate')}
          </Empty>
        }
      />
      <RemoveListDialog list={removed} onClose={() => setRemoved(null)} />
    </>
  )
}
