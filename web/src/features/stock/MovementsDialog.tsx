import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type StockRow, stock } from '@trellis/contract/stock'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import type { List, ListState } from '../../ui/list.ts'
import { Quantity } from '../../ui/Quantity.tsx'

type Movements = Awaited<ReturnType<NonNullable<ReturnType<typeof queryOfLedger>['queryFn']>>>
type Movement = Movements['items'][number]

const queryOfLedger = (row: StockRow, { page, limit }: ListState) =>
  queryOf(stock.movements, { params: { accountId: row.accountId }, query: { productId: row.productId, page, limit } })

/** The stock movements that add up to a balance, newest first. */
export function MovementsDialog({ row, onClose }: { row: StockRow | null; onClose: () => void }) {
  const { t } = useTranslation('stock')
  return (
    <Dialog opened={row !== null} onClose={onClose} title={row ? t('movementsOf', { sku: row.sku }) : ''} size="lg">
      {row && <Ledger key={row.productId} row={row} />}
    </Dialog>
  )
}

function Ledger({ row }: { row: StockRow }) {
  const { t } = useTranslation('stock')
  const [state, setState] = useState<ListState>({ page: 1, limit: 20, sort: null, filters: {} })
  const query = useQuery({ ...queryOfLedger(row, state), placeholderData: keepPreviousData })
  const list: List<Movement, Movements> = {
    state,
    change: (patch) => setState((before) => ({ ...before, ...patch })),
    rows: query.data?.items ?? [],
    count: query.data?.count ?? 0,
    answer: query.data,
    status: query.data !== undefined ? 'ready' : query.isError ? 'error' : 'loading',
    refreshing: query.isPlaceholderData,
    error: query.error,
    retry: () => void query.refetch(),
  }
  const columns: Column<Movement>[] = [
    {
      id: 'at',
      header: t('at'),
      cell: (movement) => <DateTime value={movement.creationDate} />,
      text: (movement) => movement.creationDate,
    },
    {
      id: 'reason',
      header: t('reason'),
      cell: (movement) => t(`reasons.${movement.reason}`),
      text: (movement) => t(`reasons.${movement.reason}`),
    },
    {
      id: 'because',
      header: t('because'),
      cell: (movement) => <EntityLink {...placeOf(movement)} mono />,
      text: (movement) => movement.orderCode ?? movement.serialKey ?? '',
    },
    {
      id: 'quantity',
      header: t('quantity'),
      cell: (movement) => <Quantity value={movement.quantity} />,
      align: 'right',
      text: (movement) => String(movement.quantity),
    },
    {
      id: 'by',
      header: t('by'),
      cell: (movement) => movement.createdBy ?? t('system'),
      text: (movement) => movement.createdBy ?? '',
    },
  ]
  return (
    <DataTable
      list={list}
      columns={columns}
      rowKey={(movement) => movement.movementId}
      label={t('movements')}
      failed={t('movementsFetchError')}
      exportAs={`movements-${row.sku}`}
      empty={<Empty title={t('noMovements')} />}
    />
  )
}

/** The order or license key that caused a movement. */
function placeOf({ orderId, orderCode, serialKey, reason }: Movement): { href?: string; children: string | null } {
  if (orderId !== null)
    return { href: `/${reason === 'sale' ? 'sell-out' : 'sell-in'}/${orderId}`, children: orderCode }
  return serialKey === null ? { children: null } : { href: `/licenses/${serialKey}`, children: serialKey }
}
