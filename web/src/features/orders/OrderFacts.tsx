import { useQuery } from '@tanstack/react-query'
import { deals } from '@trellis/contract/deals'
import { type Order, type OrderUpdate, orders } from '@trellis/contract/orders'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressLines } from '../../app/addressLines.ts'
import { useCan } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Fact, Facts, Row } from '../../ui/layout.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Editable, EditTextDialog } from './EditTextDialog.tsx'
import { YesNo } from './YesNo.tsx'

/** The secondary facts of an order, with the fields that can be changed at any time. Without an order, a skeleton. */
export function OrderFacts({ order, onChanged }: { order: Order | undefined; onChanged: (order: Order) => void }) {
  const { t } = useTranslation('orders')
  const [editing, setEditing] = useState<Editable | null>(null)
  const linesOf = useAddressLines()
  const update = useWrite(orders.update, {
    invalidates: ['/orders'],
    success: 'orders:toast.updated',
    failure: 'orders:toast.updateError',
    onSuccess: onChanged,
  })
  const set = (body: OrderUpdate) => order && update.mutate({ params: { id: order.orderId }, body })
  const facts = (order: Order): Record<(typeof terms)[number], ReactNode> => {
    const { creator, blocked, address } = order
    const change = (what: Editable) => (
      <ActionButton
        variant="subtle"
        size="compact-sm"
        px={6}
        label={t(`detail.edit.${what}`)}
        onClick={() => setEditing(what)}
      >
        {t('detail.change')}
      </ActionButton>
    )
    const mark = (label: string, body: OrderUpdate) => (
      <ActionButton variant="subtle" size="compact-sm" px={6} loading={update.isPending} onClick={() => set(body)}>
        {label}
      </ActionButton>
    )
    return {
      address: address && [address.legalName, ...linesOf(address)].join('\n'),
      creationDate: <DateTime value={order.creationDate} />,
      createdBy: creator ? `${creator.firstName} ${creator.lastName}` : order.createdBy,
      isInvoiced: (
        <>
          <YesNo value={order.invoiced} />
          {blocked.invoice === null &&
            mark(order.invoiced ? t('detail.unmarkInvoiced') : t('detail.markInvoiced'), { invoiced: !order.invoiced })}
        </>
      ),
      isPaid: (
        <>
          <YesNo value={order.paid} />
          {blocked.pay === null &&
            mark(order.paid ? t('detail.unmarkPaid') : t('detail.markPaid'), { paid: !order.paid })}
        </>
      ),
      invoice: (
        <>
          {[order.invoiceProvider, order.invoiceId].filter(Boolean).join(' · ') || <NoValue />}
          {blocked.invoice === null && change('invoice')}
        </>
      ),
      refCode: (
        <>
          {order.orderRefCode || <NoValue />}
          {blocked.update === null && change('refCode')}
        </>
      ),
      note: (
        <>
          {order.orderNote || <NoValue />}
          {blocked.update === null && change('note')}
        </>
      ),
    }
  }
  const values = order && facts(order)
  const deal = useDealOfOrder(order)
  return (
    <Panel title={t('detail.facts')}>
      <Facts loading={order === undefined}>
        {terms.map((term) => (
          <Fact key={term} label={t(term)} wide={term === 'note'}>
            {values?.[term] && <Row gap="xs">{values[term]}</Row>}
          </Fact>
        ))}
        {deal && (
          <Fact label={t('deal')}>
            <EntityLink href={`/deals/${deal.dealId}`} hint={deal.prospect.name}>
              {deal.code}
            </EntityLink>
          </Fact>
        )}
      </Facts>
      {order && (
        <EditTextDialog
          what={editing}
          order={order}
          onClose={() => setEditing(null)}
          onSave={(body) => update.mutateAsync({ params: { id: order.orderId }, body })}
        />
      )}
    </Panel>
  )
}

/** The deal that the order was made from, for readers who reach it. */
function useDealOfOrder(order: Order | undefined) {
  const mayRead = useCan('Deals', 'r')
  const id = order?.dealId ?? null
  return useQuery({ ...queryOf(deals.read, { params: { id: id ?? '' } }), enabled: mayRead && id !== null }).data
}

const terms = ['isInvoiced', 'isPaid', 'invoice', 'refCode', 'address', 'note', 'creationDate', 'createdBy'] as const
