import { type StockRow, stockList } from '@trellis/contract/stock'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { List } from '../../ui/list.ts'
import { MovementsDialog } from './MovementsDialog.tsx'

interface StocksTableProps<Answer> {
  list: List<StockRow, Answer>
  empty: ReactNode
}

const field = fieldsOf(stockList)

/** The stock balances of an account; each opens its movements. */
export function StocksTable<Answer>({ list, empty }: StocksTableProps<Answer>) {
  const { t } = useTranslation('stock')
  const [looked, setLooked] = useState<StockRow | null>(null)
  const columns: Column<StockRow>[] = [
    field('productName', t('productName')),
    field('productDescription', t('description'), { card: 'wide' }),
    field('sku', t('sku'), { kind: 'code' }),
    field('quantity', t('quantity'), { kind: 'number' }),
    field('available', t('available'), { kind: 'number' }),
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
