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
  /**
   * Which wording the switch about accounts below has: for one's own list, or for another account's. Without it
   * there is no switch.
   */
  scope?: 'onlyMine' | 'withBelow' | undefined
  empty: ReactNode
}

/** The table of an account's orders, sell-in or sell-out. */
export function OrdersTable<Answer>({ side, list, scope, empty }: OrdersTableProps<Answer>) {
  const { t } = useTranslation(['orders', 'common'])
  return (
    <DataTable
      list={list}
      columns={useOrderColumns()}
      rowKey={({ orderId }) => orderId}
      rowLink={({ orderId }) => `/${side}/${orderId}`}
      label={t(side === 'sell-in' ? 'sellIn.title' : 'sellOut.title')}
      exportAs={side}
      failed={t('fetchError')}
      toolbar={
        <FilterBar
          list={list}
          dates={t('creationDate')}
          presets={usePeriods()}
          onlyMine={scope === 'onlyMine' ? t('common:scope.onlyMine') : undefined}
          withChildren={scope === 'withBelow' ? t('common:scope.withBelow') : undefined}
        />
      }
      empty={empty}
    />
  )
}
