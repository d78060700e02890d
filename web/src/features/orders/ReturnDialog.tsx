import type { Order, OrderItem } from '@trellis/contract/orders'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { totalOf } from '../../app/amounts.ts'
import { useAccountHref } from '../../app/network.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { arePieces, type Part, piecesOf } from './orderParts.ts'
import { PieceInputs } from './PieceInputs.tsx'

interface ReturnDialogProps {
  order: Order
  busy: boolean
  onClose: () => void
  onReturn: (items: Part['items']) => void
}

/** Takes some pieces of an approved order back (rules O22). */
export default function ReturnDialog({ order, busy, onClose, onReturn }: ReturnDialogProps) {
  const { t } = useTranslation(['orderParts', 'orders', 'ui'])
  const accountHrefOf = useAccountHref()
  const [typed, setTyped] = useState<ReadonlyMap<string, number | null>>(new Map())
  const items = order.items ?? []
  const of = ({ orderItemId }: OrderItem): number | null => {
    const pieces = typed.get(orderItemId)
    return pieces === undefined ? 0 : pieces
  }
  const lines = items.map((item) => ({ orderItemId: item.orderItemId, quantity: of(item), price: item.price }))
  const count = piecesOf(lines)
  const returned = lines.flatMap(({ orderItemId, quantity }) => (quantity ? [{ orderItemId, quantity }] : []))
  const issued = order.buyerAccountId === order.vendorAccountId
  const names = {
    vendor: { name: order.vendor.accountName, href: accountHrefOf(order.vendorAccountId) },
    buyer: { name: order.buyer.accountName, href: accountHrefOf(order.buyerAccountId) },
  }
  return (
    <Dialog opened onClose={onClose} busy={busy} title={t('return.title', { code: order.orderCode })} size="md">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (count > 0 && !busy) onReturn(returned)
        }}
      >
        <Stack>
          <Text as="p" kind="quiet">
            <LinkedText names={names}>
              {(marks) => (issued ? t('return.issueText', marks) : t('return.text', marks))}
            </LinkedText>
          </Text>
          <PieceInputs
            items={items}
            currencyCode={order.currencyCode}
            pieces={{ of, set: ({ orderItemId }, pieces) => setTyped(new Map(typed).set(orderItemId, pieces)) }}
          />
          <Row justify="between">
            <Text kind="quiet">
              {t('orders:total')} <Money amount={totalOf(lines, order.currencyCode)} currency={order.currencyCode} />
            </Text>
            <Row>
              <Button variant="default" onClick={onClose} disabled={busy}>
                {t('ui:back')}
              </Button>
              <Button
                type="submit"
                color="danger"
                loading={busy}
                disabled={count === 0 || !items.every((item) => arePieces(item, of(item)))}
              >
                {count === 0 ? t('return.none') : t('return.confirm', { count })}
              </Button>
            </Row>
          </Row>
        </Stack>
      </form>
    </Dialog>
  )
}
