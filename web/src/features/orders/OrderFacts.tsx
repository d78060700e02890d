import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { deals } from '@trellis/contract/deals'
import { type Order, type OrderUpdate, orders } from '@trellis/contract/orders'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressLines } from '../../app/addressLines.ts'
import { CertificateMarks } from '../../app/CertificateMarks.tsx'
import { ExternalIdsFact } from '../../app/ExternalIdsFact.tsx'
import { useCan } from '../../app/me.ts'
import { useAccountHref } from '../../app/network.ts'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Fact, Facts, Row, Stack } from '../../ui/layout.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Editable, EditTextDialog } from './EditTextDialog.tsx'
import { LastSale } from './LastSale.tsx'
import { YesNo } from './YesNo.tsx'

interface OrderFactsProps {
  order: Order | undefined
  onChanged: (order: Order) => void
}

/** What is looked up about an order, with the fields that can be changed at any time. Without an order, a skeleton. */
export function OrderFacts({ order, onChanged }: OrderFactsProps) {
  const { t } = useTranslation('orders')
  const [editing, setEditing] = useState<Editable | null>(null)
  const outcome = {
    invalidates: ['/orders'],
    success: 'orders:toast.updated',
    failure: 'orders:toast.updateError',
    onSuccess: onChanged,
  } as const
  const update = useWrite(orders.update, outcome)
  const write = useWrite(orders.update, { ...outcome, of: () => order })
  const values = useValues(order, {
    edit: setEditing,
    set: (body) => order && update.mutate({ params: { id: order.orderId }, body }),
    saving: update.isPending,
  })
  return (
    <Panel title={t('detail.facts')}>
      <Facts form="rows" loading={order === undefined}>
        <Parties order={order} />
        {terms.map((term) => (
          <Fact key={term} label={t(term)}>
            {values?.[term] && (
              <Row gap="xs" nowrap>
                {values[term]}
              </Row>
            )}
          </Fact>
        ))}
        {order && (
          <ExternalIdsFact
            kind="order"
            id={order.orderId}
            externalIds={order.externalIds}
            blocked={order.blocked.update !== null}
            texts={{
              label: t('externalIds'),
              description: t('externalIdsText'),
              edit: t('editExternalIds'),
              save: t('detail.save'),
            }}
            onSave={(externalIds) => write.mutateAsync({ params: { id: order.orderId }, body: { externalIds } })}
          />
        )}
        <DealOfOrder order={order} />
        {order && <LastSale order={order} />}
      </Facts>
      {order && (
        <EditTextDialog
          what={editing}
          order={order}
          onClose={() => setEditing(null)}
          onSave={(body) => write.mutateAsync({ params: { id: order.orderId }, body })}
        />
      )}
    </Panel>
  )
}

const terms = ['isInvoiced', 'isPaid', 'invoice', 'refCode', 'address', 'note', 'creationDate', 'createdBy'] as const

interface Changing {
  edit: (what: Editable) => void
  set: (body: OrderUpdate) => void
  saving: boolean
}

/** The facts with what changes them: a pencil beside a text, a button beside a mark. */
function useValues(
  order: Order | undefined,
  { edit, set, saving }: Changing,
): Record<(typeof terms)[number], ReactNode> | undefined {
  const { t } = useTranslation('orders')
  const linesOf = useAddressLines()
  if (order === undefined) return undefined
  const { creator, blocked, address } = order
  const change = (what: Editable) => (
    <IconButton size={24} aria-label={t(`detail.edit.${what}`)} title={t('detail.change')} onClick={() => edit(what)}>
      <IconPencil size={15} stroke={1.8} aria-hidden />
    </IconButton>
  )
  const mark = (label: string, body: OrderUpdate) => (
    <ActionButton
      variant="subtle"
      size="compact-sm"
      style={{ paddingInline: 6 }}
      loading={saving}
      onClick={() => set(body)}
    >
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
        {order.orderNote ? <span style={{ textAlign: 'start' }}>{order.orderNote}</span> : <NoValue />}
        {blocked.update === null && change('note')}
      </>
    ),
  }
}

/** Both sides, with the buyer's certificates below its name. */
function Parties({ order }: { order: Order | undefined }) {
  const { t } = useTranslation('orders')
  const hrefOf = useAccountHref()
  const link = ({ accountId, accountCode, accountName }: Order['buyer']) => (
    <EntityLink href={hrefOf(accountId)} hint={accountCode}>
      {accountName}
    </EntityLink>
  )
  const badges = order?.buyerCertificatesBadges ?? []
  return (
    <>
      <Fact label={t('buyer')}>
        {order && (
          <Stack as="span" gap="xs" align="end">
            {link(order.buyer)}
            {badges.length > 0 && <CertificateMarks badges={badges} />}
          </Stack>
        )}
      </Fact>
      <Fact label={t('vendor')}>{order && link(order.vendor)}</Fact>
    </>
  )
}

/** The deal that the order was made from, for readers who reach it. */
function DealOfOrder({ order }: { order: Order | undefined }) {
  const { t } = useTranslation('orders')
  const mayRead = useCan('Deals', 'r')
  const id = order?.dealId ?? null
  const { data: deal } = useQuery({
    ...queryOf(deals.read, { params: { id: id ?? '' } }),
    enabled: mayRead && id !== null,
  })
  return (
    deal && (
      <Fact label={t('deal')}>
        <EntityLink href={`/deals/${deal.dealId}`} hint={deal.prospect.name}>
          {deal.code}
        </EntityLink>
      </Fact>
    )
  )
}
