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
  /** How the switch about the accounts below is put: on one's own list, or on an account's; without it there is none. */
  scope?: 'onlyMine' | 'withBelow' | undefined
  empty: ReactNode
}

/** The orders of an account, seen from one side. */
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
