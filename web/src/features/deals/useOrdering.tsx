import { type Deal, orderKinds } from '@trellis/contract/deal-answers'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../app/i18n.ts'
import { useCan } from '../../app/me.ts'
import { later } from '../../ui/later.tsx'
import type { RecordAction } from '../../ui/RecordBar.tsx'
import { isMine, useWhyNot } from './useWhyNot.ts'

const OrderDialog = later(async () => {
  const [dialog] = await Promise.all([import('./OrderDialog.tsx'), loadTexts('dealOrders')])
  return dialog
})

type Kind = (typeof orderKinds)[number]

export interface Ordering {
  /** The reader may order what has not been ordered yet. */
  mayMake: boolean
  actions: RecordAction[]
  dialog: ReactNode
}

/** A won deal becomes its vendor's purchase and the sale to the prospect, each once (rules J14). */
export function useOrdering(deal: Deal): Ordering {
  const { t } = useTranslation('deals')
  const whyNot = useWhyNot()
  const mayOrder = useCan('Orders', 'c')
  const [making, setMaking] = useState<Kind | null>(null)
  const close = () => setMaking(null)
  const mayMake = isMine(deal, 'order') && mayOrder && deal.status === 'Won'
  const missing = orderKinds.filter((kind) => !deal.orders?.some((order) => order.kind === kind))
  return {
    mayMake,
    actions: mayMake
      ? missing.map((kind, index) => ({
          id: kind,
          label: t(`orders.${kind}.open`),
          onClick: () => setMaking(kind),
          blocked: whyNot(deal, 'order'),
          place: index === 0 ? 'primary' : 'beside',
        }))
      : [],
    dialog: making && <OrderDialog deal={deal} kind={making} onClose={close} onMissing={close} />,
  }
}
