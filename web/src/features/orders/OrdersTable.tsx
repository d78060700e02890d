import type { OrderRow } from '@trellis/contract/lean-rows'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../ui/ActionMenu.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { type List, withFilter } from '../../ui/list.ts'
import { Switch } from '../../ui/Switch.tsx'
import { usePeriods } from './periods.ts'
import { useLinkedFilters } from './useLinkedFilters.ts'
import { useOrderBulk } from './useOrderBulk.tsx'
import { useOrderColumns } from './useOrderColumns.tsx'

interface OrdersTableProps<Answer> {
  side: 'sell-in' | 'sell-out'
  list: List<OrderRow, Answer>
  /**
   * Which wording the switch about accounts below has: for one's own list, or for another account's. Without it
   * there is no switch.
   */
  scope?: 'onlyMine' | 'withBelow' | undefined
  empty: ReactNode
  /** Entries in the menu of the list. */
  actions?: readonly Action[]
}

/** The table of an account's orders, sell-in or sell-out. They can be selected, to act on many at once. */
export function OrdersTable<Answer>({ side, list, scope, empty, actions = [] }: OrdersTableProps<Answer>) {
  const { t } = useTranslation(['orders', 'common'])
  const { selection, dialog } = useOrderBulk(list.rows, side)
  const status = list.state.filters.status ?? []
  const isPending = status.length === 1 && status[0] === 'pending'
  return (
    <>
      <DataTable
        list={list}
        columns={useOrderColumns(side)}
        rowKey={({ orderId }) => orderId}
        rowLink={({ orderId }) => `/${side}/${orderId}`}
        label={t(side === 'sell-in' ? 'sellIn.title' : 'sellOut.title')}
        exportAs={side}
        linked={useLinkedFilters(list.state)}
        find={t('find')}
        failed={t('fetchError')}
        selection={selection}
        filters={{
          dates: t('creationDate'),
          presets: usePeriods(),
          onlyMine: scope === 'onlyMine' ? t('common:scope.onlyMine') : undefined,
          withChildren: scope === 'withBelow' ? t('common:scope.withBelow') : undefined,
          children: (
            <Switch
              label={t('onlyPending')}
              checked={isPending}
              onChange={(checked) => list.change(withFilter(list.state, 'status', checked ? ['pending'] : []))}
            />
          ),
        }}
        actions={actions}
        empty={empty}
      />
      {dialog}
    </>
  )
}
