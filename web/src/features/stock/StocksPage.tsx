import { getRouteApi } from '@tanstack/react-router'
import type { StockRow } from '@trellis/contract/stock'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { stockList } from './lists.ts'
import { MovementsDialog } from './MovementsDialog.tsx'

const Route = getRouteApi('/_frame/stocks')

export function StocksPage() {
  const { t } = useTranslation('stock')
  const { account } = useMe()
  const mayOrder = useCan('Orders', 'c')
  const list = useList(stockList, Route)
  const [looked, setLooked] = useState<StockRow | null>(null)
  const columns: Column<StockRow>[] = [
    {
      id: 'productName',
      header: t('productName'),
      cell: (row) => <EntityLink>{row.productName}</EntityLink>,
      sort: 'productName',
      filter: { field: 'productName', kind: 'text' },
      text: (row) => row.productName,
    },
    {
      id: 'description',
      header: t('description'),
      cell: (row) => row.productDescription,
      card: 'wide',
      text: (row) => row.productDescription ?? '',
    },
    {
      id: 'sku',
      header: t('sku'),
      cell: (row) => <EntityLink mono>{row.sku}</EntityLink>,
      sort: 'sku',
      filter: { field: 'sku', kind: 'text' },
      text: (row) => row.sku,
    },
    {
      id: 'quantity',
      header: t('quantity'),
      cell: (row) => <Quantity value={row.quantity} />,
      sort: 'quantity',
      align: 'right',
      text: (row) => String(row.quantity),
    },
    {
      id: 'available',
      header: t('available'),
      cell: (row) => <Quantity value={row.available} />,
      align: 'right',
      text: (row) => String(row.available),
    },
    {
      id: 'movements',
      header: t('movements'),
      cell: (row) => (
        <ActionButton
          variant="subtle"
          size="compact-sm"
          onClick={() => setLooked(row)}
          label={t('movementsOf', { sku: row.sku })}
        >
          {t('showMovements')}
        </ActionButton>
      ),
      align: 'right',
      hideable: false,
    },
  ]
  return (
    <Page title={t('title')} description={t('of', { account: account.accountName })}>
      <DataTable
        list={list}
        columns={columns}
        rowKey={(row) => `${row.accountId} ${row.productId}`}
        label={t('title')}
        exportAs="stocks"
        empty={
          <Empty
            title={t('empty')}
            action={mayOrder && <LinkButton href="/sell-in/create">{t('purchase')}</LinkButton>}
          >
            {t('emptyText')}
          </Empty>
        }
      />
      <MovementsDialog row={looked} onClose={() => setLooked(null)} />
    </Page>
  )
}
