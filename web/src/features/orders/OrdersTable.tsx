import type { Order } from '@trellis/contract/orders'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import type { List } from '../../ui/list.ts'
import { usePeriods } from './periods.ts'
import { useOrderColumns } from './useOrderColumns.tsx'

interface OrdersTableProps<Answer> {
  side: 'sell-in' | 'sell-out'
  list: List<Order, Answer>
  /** What the switch says that leaves out the accounts below; without it there is none. */
  onlyMine?: string | undefined
  empty: ReactNode
}

/** The orders of an account, seen from one side. */
export function OrdersTable<Answer>({ side, list, onlyMine, empty }: OrdersTableProps<Answer>) {
  const { t } = useTranslation('orders')
  return (
    <DataTable
      list={list}
      columns={useOrderColumns()}
      rowKey={({ orderId }) => orderId}
      rowLink={({ orderId }) => `/${side}/${orderId}`}
      label={t(side === 'sell-in' ? 'sellIn.title' : 'sellOut.title')}
      exportAs={side}
      toolbar={<FilterBar list={list} dates={t('creationDate')} presets={usePeriods()} onlyMine={onlyMine} />}
      empty={empty}
    />
  )
}
