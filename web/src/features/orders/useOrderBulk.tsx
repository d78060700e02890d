import type { OrderRow } from '@trellis/contract/lean-rows'
import { maximumApprovals } from '@trellis/contract/order-approvals'
import { maximumMarks } from '@trellis/contract/order-marks'
import { orders } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { RunDialog } from '../../app/bulk/RunDialog.tsx'
import { type BulkAct, type Chosen, useBulk } from '../../app/bulk/useBulk.tsx'
import { call } from '../../app/calls.ts'
import { loadTexts } from '../../app/i18n.ts'
import { useCan } from '../../app/me.ts'
import type { ProblemCode } from '../../app/problem.ts'
import { useHeldWrite } from '../../app/useHeldWrite.ts'
import { later } from '../../ui/later.tsx'
import { toast } from '../../ui/toast.tsx'
import { decides } from './rules.ts'

const ApproveManyDialog = later(async () => {
  const [dialog] = await Promise.all([import('./ApproveManyDialog.tsx'), loadTexts('orderParts')])
  return dialog
})

type Mark = 'invoiced' | 'paid'
const actionOf = { invoiced: 'invoice', paid: 'pay' } as const

/** Selecting orders, and approving, canceling and marking many of them. */
export function useOrderBulk(rows: readonly OrderRow[], side: 'sell-in' | 'sell-out') {
  const { t } = useTranslation(['orders', 'errors'])
  const mayUpdate = useCan('Orders', 'u')
  const mark = useMark()
  const words = (code: string | null) => code && t(`errors:${code as ProblemCode}`)
  const isOffered = (chosen: Chosen<OrderRow>) => chosen.some(decides)
  /** The reason why it is possible for none of them. */
  const whyNone = (action: keyof OrderRow['blocked']) => (chosen: Chosen<OrderRow>) =>
    chosen.every(({ blocked }) => blocked[action] !== null) ? words(chosen[0].blocked[action]) : null
  const named = namesOn(side)

  const marking = (which: Mark): BulkAct<OrderRow> => {
    const action = actionOf[which]
    const may = ({ blocked }: OrderRow) => blocked[action] === null
    /** False if all orders that can be marked have the mark already: then the action removes it. */
    const wanted = (chosen: Chosen<OrderRow>) => !chosen.filter(may).every((order) => order[which])
    return {
      id: which,
      label: (chosen) => t(`orders:marks.${wanted(chosen) ? which : (`not_${which}` as const)}`),
      shortcut: { key: which === 'invoiced' ? 'i' : 'p', label: t(`orders:marks.key.${which}`) },
      maximum: maximumMarks,
      isOffered,
      whyNot: whyNone(action),
      open: (chosen, close) => {
        const ready = chosen.filter(may)
        const value = wanted(chosen)
        if (ready.length === chosen.length) return mark(ready, which, value)
        const text = value ? which : (`not_${which}` as const)
        return (
          <RunDialog
            {...named}
            rows={chosen}
            whyNot={({ blocked }) => words(blocked[action])}
            send={({ orderId }) => call(orders.update, { params: { id: orderId }, body: { [which]: value } })}
            title={t(`orders:marks.title.${text}`, { count: chosen.length })}
            confirm={(count) => t(`orders:marks.confirm.${text}`, { count })}
            invalidates={['/orders']}
            onClose={() => close()}
          />
        )
      },
    }
  }

  const acts: BulkAct<OrderRow>[] = [
    {
      id: 'approve',
      label: t('orders:many.open'),
      shortcut: { key: 'a', label: t('orders:many.key') },
      maximum: maximumApprovals,
      isOffered,
      whyNot: whyNone('approve'),
      open: (chosen, close) => (
        <ApproveManyDialog
          orderIds={chosen.map(({ orderId }) => orderId)}
          rowOf={(id) => chosen.find(({ orderId }) => orderId === id)}
          vendorOf={(id) => chosen.find(({ orderId }) => orderId === id)?.vendor.accountId}
          onMissing={() => close()}
          onClose={close}
        />
      ),
    },
    {
      id: 'cancel',
      label: t('orders:cancelMany.open'),
      shortcut: { key: 'r', label: t('orders:cancelMany.key') },
      maximum: maximumApprovals,
      isOffered,
      whyNot: whyNone('cancel'),
      open: (chosen, close) => (
        <RunDialog
          {...named}
          rows={chosen}
          worth={({ orderTotal, currencyCode }) => ({ amount: orderTotal, currencyCode })}
          whyNot={({ blocked }) => words(blocked.cancel)}
          send={({ orderId }) =>
            call(orders.changeStatus, { params: { id: orderId }, body: { source: 'api', status: 'canceled' } })
          }
          title={t('orders:cancelMany.title', { count: chosen.length })}
          text={t('orders:cancelMany.text')}
          confirm={(count) => t('orders:cancelMany.confirm', { count })}
          destructive
          invalidates={['/orders', '/pricelists/products']}
          onClose={close}
        />
      ),
    },
    marking('invoiced'),
    marking('paid'),
  ]
  return useBulk<OrderRow>({
    rows,
    rowKey: named.rowKey,
    rowLabel: ({ orderCode }) => orderCode,
    acts: mayUpdate ? acts : [],
  })
}

const namesOn = (side: 'sell-in' | 'sell-out') => ({
  rowKey: ({ orderId }: OrderRow) => orderId,
  nameOf: ({ orderCode, buyer }: OrderRow) => `${orderCode} · ${buyer.accountName}`,
  hrefOf: ({ orderId }: OrderRow) => `/${side}/${orderId}`,
})

/** Marks orders after a delay of some seconds, during which it can be undone (rules V16). Keeps the selection for the next action. */
export function useMark(): (marked: readonly OrderRow[], which: Mark, value: boolean) => undefined {
  const { t } = useTranslation('orders')
  const write = useHeldWrite(orders.mark)
  return (marked, which, value) => {
    const text = value ? which : (`not_${which}` as const)
    const orderIds = marked.map(({ orderId }) => orderId)
    const count = orderIds.length
    write({
      key: `orders ${which} ${orderIds.join(' ')}`,
      request: { body: { orderIds, [which]: value } },
      text: t(`marks.will.${text}`, { count }),
      success: t(`marks.did.${text}`, { count }),
      invalidates: ['/orders'],
      onSuccess: (answer) => {
        const left = answer.orders.filter(({ blocked }) => blocked !== null).length
        if (left > 0) toast.warning(t('marks.some', { count: left }))
      },
    })
  }
}
