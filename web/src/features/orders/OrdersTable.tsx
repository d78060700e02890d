import { Switch } from '@mantine/core'
import { maximumApprovals, type Order } from '@trellis/contract/orders'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DataTable, type Selection } from '../../ui/DataTable.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { later } from '../../ui/later.tsx'
import { type List, withFilter } from '../../ui/list.ts'
import { usePeriods } from './periods.ts'
import { useLinkedFilters } from './useLinkedFilters.ts'
import { useOrderColumns } from './useOrderColumns.tsx'

const ApproveManyDialog = later(() => import('./ApproveManyDialog.tsx'))

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

/** The table of an account's orders, sell-in or sell-out. Pending sales can be selected and approved together. */
export function OrdersTable<Answer>({ side, list, scope, empty }: OrdersTableProps<Answer>) {
  const { t } = useTranslation(['orders', 'common'])
  const { selection, dialog } = useApproving()
  const status = list.state.filters.status ?? []
  const isPending = status.length === 1 && status[0] === 'pending'
  return (
    <>
      <DataTable
        list={list}
        columns={useOrderColumns()}
        rowKey={({ orderId }) => orderId}
        rowLink={({ orderId }) => `/${side}/${orderId}`}
        label={t(side === 'sell-in' ? 'sellIn.title' : 'sellOut.title')}
        exportAs={side}
        linked={useLinkedFilters(list.state)}
        failed={t('fetchError')}
        {...(side === 'sell-out' && { selection })}
        toolbar={
          <FilterBar
            list={list}
            dates={t('creationDate')}
            presets={usePeriods()}
            onlyMine={scope === 'onlyMine' ? t('common:scope.onlyMine') : undefined}
            withChildren={scope === 'withBelow' ? t('common:scope.withBelow') : undefined}
          >
            <Switch
              label={t('onlyPending')}
              checked={isPending}
              onChange={({ currentTarget }) =>
                list.change(withFilter(list.state, 'status', currentTarget.checked ? ['pending'] : []))
              }
            />
          </FilterBar>
        }
        empty={empty}
      />
      {dialog}
    </>
  )
}

/** Selecting the orders that the reader may approve, with the button and the key that approve them. */
function useApproving(): { selection: Selection<Order>; dialog: ReactNode } {
  const { t } = useTranslation('orders')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [approving, setApproving] = useState<readonly string[] | null>(null)
  const approve = (row: string | null = null) => {
    const ids = selected.size === 0 && row !== null ? [row] : [...selected]
    if (ids.length === 0 || ids.length > maximumApprovals) return
    setSelected(new Set(ids))
    setApproving(ids)
  }
  return {
    selection: {
      selected,
      onChange: setSelected,
      rowLabel: ({ orderCode }) => orderCode,
      isSelectable: ({ blocked }) => blocked.approve === null,
      actionKeys: [{ key: 'a', label: t('many.key'), run: approve }],
      actions: (
        <ActionButton
          size="xs"
          blocked={selected.size > maximumApprovals ? t('many.tooMany', { count: maximumApprovals }) : null}
          onClick={() => approve()}
        >
          {t('many.open')}
        </ActionButton>
      ),
    },
    dialog: approving && (
      <ApproveManyDialog
        orderIds={approving}
        onMissing={() => setApproving(null)}
        onClose={(approved) => {
          setApproving(null)
          setSelected((before) => new Set([...before].filter((id) => !approved.includes(id))))
        }}
      />
    ),
  }
}
