import { useQuery } from '@tanstack/react-query'
import { type Order, orders } from '@trellis/contract/orders'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EditTextDialog } from './EditTextDialog.tsx'
import styles from './orders.module.css'
import { YesNo } from './YesNo.tsx'

/** The header data of an order, with the fields that can be changed at any time. */
export function OrderFacts({ order, onChanged }: { order: Order; onChanged: (order: Order) => void }) {
  const { t } = useTranslation('orders')
  const [editing, setEditing] = useState<'orderRefCode' | 'orderNote' | null>(null)
  const update = useWrite(orders.update, {
    invalidates: ['/orders'],
    success: 'orders:toast.updated',
    failure: 'orders:toast.updateError',
    onSuccess: onChanged,
  })
  const { orderId, buyer, vendor, creator, blocked } = order
  const set = (body: { invoiced: boolean } | { paid: boolean }) => update.mutate({ params: { id: orderId }, body })
  const change = (what: 'orderRefCode' | 'orderNote', label: string) =>
    blocked.update === null && (
      <ActionButton variant="subtle" size="compact-sm" px={6} label={label} onClick={() => setEditing(what)}>
        {t('detail.change')}
      </ActionButton>
    )
  const mark = (label: string, code: string | null, body: { invoiced: boolean } | { paid: boolean }) =>
    code === null && (
      <ActionButton variant="subtle" size="compact-sm" px={6} loading={update.isPending} onClick={() => set(body)}>
        {label}
      </ActionButton>
    )
  return (
    <Panel title={t('detail.facts')}>
      <DefinitionList
        items={[
          { term: t('buyer'), value: <EntityLink hint={buyer.accountCode}>{buyer.accountName}</EntityLink> },
          { term: t('vendor'), value: <EntityLink hint={vendor.accountCode}>{vendor.accountName}</EntityLink> },
          { term: t('total'), value: <Money amount={order.orderTotal} currency={order.currencyCode} /> },
          { term: t('creationDate'), value: <DateTime value={order.creationDate} /> },
          { term: t('createdBy'), value: creator ? `${creator.firstName} ${creator.lastName}` : order.createdBy },
          {
            term: t('refCode'),
            value: (
              <span className={styles.fact}>
                {order.orderRefCode || <NoValue />}
                {change('orderRefCode', t('detail.changeRefCode'))}
              </span>
            ),
          },
          {
            term: t('isInvoiced'),
            value: (
              <span className={styles.fact}>
                <YesNo value={order.invoiced} />
                {mark(order.invoiced ? t('detail.unmarkInvoiced') : t('detail.markInvoiced'), blocked.invoice, {
                  invoiced: !order.invoiced,
                })}
              </span>
            ),
          },
          {
            term: t('isPaid'),
            value: (
              <span className={styles.fact}>
                <YesNo value={order.paid} />
                {mark(order.paid ? t('detail.unmarkPaid') : t('detail.markPaid'), blocked.pay, { paid: !order.paid })}
              </span>
            ),
          },
          ...(order.invoiceId
            ? [
                {
                  term: t('detail.invoiceProvider'),
                  value: [order.invoiceProvider, order.invoiceId].filter(Boolean).join(' · '),
                },
              ]
            : []),
          ...(order.derivedOrderId
            ? [{ term: t('detail.derivedFrom'), value: <DerivedFrom orderId={order.derivedOrderId} /> }]
            : []),
          {
            term: t('note'),
            wide: true,
            value: (
              <span className={styles.fact}>
                {order.orderNote || <NoValue />}
                {change('orderNote', t('detail.changeNote'))}
              </span>
            ),
          },
        ]}
      />
      <EditTextDialog
        what={editing}
        order={order}
        onClose={() => setEditing(null)}
        onSave={(body) => update.mutateAsync({ params: { id: orderId }, body })}
      />
    </Panel>
  )
}

/** A link to the sale that this purchase was made for. Its code is loaded separately, so the link is shown at once. */
function DerivedFrom({ orderId }: { orderId: string }) {
  const { t } = useTranslation('orders')
  const { data, isError } = useQuery({ ...queryOf(orders.read, { params: { id: orderId } }), staleTime: 300_000 })
  return (
    <EntityLink href={isError ? null : `/sell-out/${orderId}`}>{data?.orderCode ?? t('detail.otherOrder')}</EntityLink>
  )
}
