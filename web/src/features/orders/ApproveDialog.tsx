import { Button, Switch } from '@mantine/core'
import type { Order } from '@trellis/contract/orders'
import { maximumMoney } from '@trellis/contract/values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { totalOf } from '../../app/amounts.ts'
import { authorOf } from '../../app/live/authors.ts'
import { useAccountHref } from '../../app/network.ts'
import { useProductHref } from '../../app/productHref.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { Columns, Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { MovingLines } from './MovingLines.tsx'

interface ApproveDialogProps {
  order: Order
  opened: boolean
  busy: boolean
  onClose: () => void
  /** Called with the lines whose price was changed. */
  onApprove: (prices: { orderItemId: string; price: number }[]) => void
}

/** Confirms an approval and shows what it moves. The vendor's side may change prices here. */
export function ApproveDialog({ order, opened, busy, onClose, onApprove }: ApproveDialogProps) {
  const { t } = useTranslation('orders')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      busy={busy}
      title={t('approval.title', { code: order.orderCode })}
      size="md"
    >
      <Approval order={order} busy={busy} onClose={onClose} onApprove={onApprove} />
    </Dialog>
  )
}

/** Somebody else decided while the dialog is open. */
function ChangedStatus({ order }: { order: Order }) {
  const { t } = useTranslation(['orders', 'common'])
  const by = authorOf('order', order.orderId)
  const status = t(`orders:status.${order.status}`)
  return (
    <Notice>
      {by === null ? t('common:live.changedStatus', { status }) : t('common:live.changedStatusBy', { by, status })}
    </Notice>
  )
}

function Approval({ order, busy, onClose, onApprove }: Omit<ApproveDialogProps, 'opened'>) {
  const { t } = useTranslation(['orders', 'ui'])
  const { language } = useLocale()
  const hrefOf = useProductHref()
  const accountHrefOf = useAccountHref()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<ReadonlyMap<string, number | null>>(new Map())
  const items = order.items ?? []
  const priceOf = (orderItemId: string, price: number) => {
    const other = isOpen ? typed.get(orderItemId) : undefined
    return other === undefined ? price : other
  }
  const lines = items.map(({ orderItemId, qt, price }) => ({ quantity: qt, price: priceOf(orderItemId, price) }))
  const isComplete = lines.every(({ price }) => price !== null)
  const changed = items.flatMap(({ orderItemId, price }) => {
    const other = priceOf(orderItemId, price)
    return other === null || other === price ? [] : [{ orderItemId, price: other }]
  })
  const issues = order.vendorAccountId === order.buyerAccountId
  const names = {
    vendor: { name: order.vendor.accountName, href: accountHrefOf(order.vendorAccountId) },
    buyer: { name: order.buyer.accountName, href: accountHrefOf(order.buyerAccountId) },
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (isComplete && !busy) onApprove(changed)
      }}
    >
      <Stack>
        {order.status !== 'pending' && !busy && <ChangedStatus order={order} />}
        <Text as="p" kind="quiet">
          <LinkedText names={names}>
            {(marks) => (issues ? t('orders:approval.issueText', marks) : t('orders:approval.text', marks))}
          </LinkedText>
        </Text>
        {isOpen ? (
          <Stack as="ul" gap="md">
            {items.map(({ orderItemId, productId, qt, productName, price, priceListPrice }) => (
              <Columns as="li" key={orderItemId} min="10rem" gap="md">
                <Stack gap="none">
                  <Text>
                    <LinkedText names={{ product: { name: productName, href: hrefOf(productId) } }}>
                      {(marks) => t('orders:line', { ...marks, quantity: formatNumber(qt, language) })}
                    </LinkedText>
                  </Text>
                  <Text kind="small">
                    {t('orders:listPriceIs', {
                      price: formatMoney(priceListPrice, order.currencyCode, language, { precise: true }),
                    })}
                  </Text>
                </Stack>
                <NumberInput
                  aria-label={t('orders:priceOf', { product: productName })}
                  value={priceOf(orderItemId, price)}
                  decimals={4}
                  maximum={maximumMoney}
                  unit={<Text kind="small">{order.currencyCode}</Text>}
                  rightSectionWidth="3rem"
                  error={priceOf(orderItemId, price) === null ? t('orders:faults.required') : undefined}
                  onChange={(value) => setTyped(new Map(typed).set(orderItemId, value))}
                />
              </Columns>
            ))}
          </Stack>
        ) : (
          <MovingLines
            lines={items.map(({ orderItemId, productId, productName, qt }) => ({
              id: orderItemId,
              href: hrefOf(productId),
              name: productName,
              quantity: qt,
            }))}
          />
        )}
        <Switch
          label={t('orders:approval.changePrices')}
          checked={isOpen}
          onChange={({ currentTarget }) => setOpen(currentTarget.checked)}
        />
        <Row justify="between">
          <Text kind="quiet">
            {t('orders:total')} <Money amount={totalOf(lines, order.currencyCode)} currency={order.currencyCode} />
          </Text>
          <Row>
            <Button variant="default" onClick={onClose} disabled={busy}>
              {t('ui:back')}
            </Button>
            <Button type="submit" loading={busy} disabled={!isComplete || order.status !== 'pending'} data-autofocus>
              {t('orders:approval.approve')}
            </Button>
          </Row>
        </Row>
      </Stack>
    </form>
  )
}
