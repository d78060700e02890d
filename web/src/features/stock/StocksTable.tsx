import type { StockRow } from '@trellis/contract/stock'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import type { List } from '../../ui/list.ts'
import { Quantity } from '../../ui/Quantity.tsx'
import { MovementsDialog } from './MovementsDialog.tsx'

interface StocksTableProps<Answer> {
  list: List<StockRow, Answer>
  empty: ReactNode
}

/** The stock balances of an account; each opens its movements. */
export function StocksTable<Answer>({ list, empty }: StocksTableProps<Answer>) {
  const { t } = useTranslation('stock')
  const [looked, setLooked] = useState<StockRow | null>(null)
  const columns: Column<StockRow>[] = [
    {
      id: 'productName',
      header: t('productName'),
      cell: (row) => <EntityLink>{row.productName}</EntityLink>,
      sort: 'productName',
      filter: { field: 'productName', kind: 'text' },
      text: (row) => row.productName,
      file: { path: 'productName' },
    },
    {
      id: 'description',
      header: t('description'),
      cell: (row) => row.productDescription,
      card: 'wide',
      text: (row) => row.productDescription ?? '',
      file: { path: 'productDescription' },
    },
    {
      id: 'sku',
      header: t('sku'),
      cell: (row) => <EntityLink mono>{row.sku}</EntityLink>,
      sort: 'sku',
      filter: { field: 'sku', kind: 'text' },
      text: (row) => row.sku,
      file: { path: 'sku' },
    },
    {
      id: 'quantity',
      header: t('quantity'),
      cell: (row) => <Quantity value={row.quantity} />,
      sort: 'quantity',
      align: 'right',
      text: (row) => String(row.quantity),
      file: { path: 'quantity', kind: 'number' },
    },
    {
      id: 'available',
      header: t('available'),
      cell: (row) => <Quantity value={row.available} />,
      align: 'right',
      text: (row) => String(row.available),
      file: { path: 'available', kind: 'number' },
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
    <>
      <DataTable
        list={list}
        columns={columns}
        rowKey={(row) => `${row.accountId} ${row.productId}`}
        label={t('title')}
        exportAs="stocks"
        failed={t('fetchError')}
        empty={empty}
      />
      <MovementsDialog row={looked} onClose={() => setLooked(null)} />
    </>
  )
}
