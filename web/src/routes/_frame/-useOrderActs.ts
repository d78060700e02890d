import { useQueryClient } from '@tanstack/react-query'
import { orders } from '@trellis/contract/orders'
import type { TodayItem } from '@trellis/contract/today'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHeldWrite } from '../../app/useHeldWrite.ts'
import { useWrite } from '../../app/useWrite.ts'
import { approvalOf } from '../../features/today/details.ts'
import { decisionOf } from '../../features/today/today.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'

const stale = ['/orders', '/pricelists/products', '/licenses'] as const

/** Approves an order whose effect stands beside it, held for an undo, and cancels one after a question. */
export function useOrderActs({ onShort }: { onShort: (order: TodayItem) => void }) {
  const { t } = useTranslation(['today', 'orders'])
  const client = useQueryClient()
  const confirm = useConfirm()
  const [isLooking, setLooking] = useState(false)
  const hold = useHeldWrite(orders.changeStatus)
  const canceling = useWrite(orders.changeStatus, { invalidates: stale })

  const approve = async (item: TodayItem) => {
    const { recordId, code, name } = item
    setLooking(true)
    try {
      // As fresh as what stands beside the queue; the server looks once more.
      const { orders: found } = await client.fetchQuery(approvalOf(recordId))
      // What is short, or was decided meanwhile, is shown with the way out.
      if (found[0]?.blocked !== null) return onShort(item)
      hold({
        key: decisionOf(item),
        request: { params: { id: recordId }, body: { source: 'api', status: 'approved' } },
        text: t('today:willApprove', { code, buyer: name ?? '' }),
        success: t('orders:toast.approved', { code }),
        invalidates: stale,
      })
    } catch {
      toast.error(t('today:missing'))
    } finally {
      setLooking(false)
    }
  }
  const cancel = async ({ recordId, code, name }: TodayItem) => {
    const isSure = await confirm({
      title: t('orders:actions.cancelTitle', { code, buyer: name ?? '' }),
      text: t('orders:actions.cancelText'),
      confirm: t('orders:actions.cancel'),
      cancel: t('orders:actions.keep'),
      destructive: true,
    })
    if (!isSure) return
    canceling.mutate(
      { params: { id: recordId }, body: { source: 'api', status: 'canceled' } },
      { onSuccess: () => toast.success(t('orders:toast.canceled', { code })) },
    )
  }
  return { approve, cancel, busy: isLooking || canceling.isPending }
}
