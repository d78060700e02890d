import { Switch, Textarea } from '@mantine/core'
import type { Order, OrderItem } from '@trellis/contract/orders'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { totalOf } from '../../app/amounts.ts'
import { authorOf } from '../../app/live/authors.ts'
import { useAccountHref } from '../../app/network.ts'
import { useProductHref } from '../../app/productHref.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CreditText } from './CreditNotice.tsx'
import { MovingLines } from './MovingLines.tsx'
import { arePieces, type Decided, isPrice, piecesOf, type Stop, stops } from './orderParts.ts'
import { PieceInputs } from './PieceInputs.tsx'

interface ApproveDialogProps {
  order: Order
  opened: boolean
  busy: boolean
  /** What the buyer owes, if that may stop the approval. */
  stop: Stop | null
  onClose: () => void
  /** Called with the lines whose price or pieces were changed, and why a stop is passed. */
  onApprove: (items: Decided, reason: string | null) => void
}

/** Confirms an approval and shows what it moves. The vendor's side may approve fewer pieces and change prices here. */
export function ApproveDialog({ order, opened, busy, onClose, ...rest }: ApproveDialogProps) {
  const { t } = useTranslation('orders')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      busy={busy}
      title={t('approval.title', { code: order.orderCode })}
      size="md"
    >
      <Approval order={order} busy={busy} onClose={onClose} {...rest} />
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

/** What is typed of the lines, by line; where a switch is off, the lines are as they were. */
function useTyped(asked: (item: OrderItem) => number) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<ReadonlyMap<string, number | null>>(new Map())
  const of = (item: OrderItem): number | null => {
    const other = isOpen ? typed.get(item.orderItemId) : undefined
    return other === undefined ? asked(item) : other
  }
  const set = (item: OrderItem, value: number | null) => setTyped(new Map(typed).set(item.orderItemId, value))
  return { isOpen, setOpen, inputs: isOpen ? { of, set } : null, of }
}

function useDraft(order: Order, stop: Stop | null) {
  const pieces = useTyped(({ qt }) => qt)
  const prices = useTyped(({ price }) => price)
  const [reason, setReason] = useState('')
  const items = order.items ?? []
  const lines = items.map((item) => ({ quantity: pieces.of(item), price: prices.of(item) }))
  const total = totalOf(lines, order.currencyCode)
  const changed = items.flatMap((item): Decided => {
    const [quantity, price] = [pieces.of(item), prices.of(item)]
    if (quantity === null || price === null || (quantity === item.qt && price === item.price)) return []
    const { orderItemId } = item
    return [{ orderItemId, ...(price !== item.price && { price }), ...(quantity !== item.qt && { quantity }) }]
  })
  const there = piecesOf(lines)
  const isStopped = stop !== null && stops(stop, total)
  return {
    pieces,
    prices,
    reason,
    setReason,
    items,
    total,
    changed,
    there,
    left: items.reduce((sum, { qt }) => sum + qt, 0) - there,
    isStopped,
    isComplete:
      there > 0 &&
      items.every((item) => arePieces(item, pieces.of(item)) && isPrice(prices.of(item))) &&
      (!isStopped || (stop?.mayPass === true && reason.trim() !== '')),
  }
}
type ApprovalDraft = ReturnType<typeof useDraft>

function Approval({ order, busy, stop, onClose, onApprove }: Omit<ApproveDialogProps, 'opened'>) {
  const { t } = useTranslation(['orders', 'orderParts', 'ui'])
  const accountHrefOf = useAccountHref()
  const draft = useDraft(order, stop)
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
        if (draft.isComplete && !busy) onApprove(draft.changed, draft.isStopped ? draft.reason.trim() : null)
      }}
    >
      <Stack>
        {order.status !== 'pending' && !busy && <ChangedStatus order={order} />}
        <Text as="p" kind="quiet">
          <LinkedText names={names}>
            {(marks) => (issues ? t('orders:approval.issueText', marks) : t('orders:approval.text', marks))}
          </LinkedText>
        </Text>
        <Lines order={order} draft={draft} />
        {stop !== null && draft.isStopped && <Pass order={order} stop={stop} draft={draft} />}
        <Row justify="between">
          <Text kind="quiet">
            {t('orders:total')} <Money amount={draft.total} currency={order.currencyCode} />
          </Text>
          <Row>
            <Button variant="default" onClick={onClose} disabled={busy}>
              {t('ui:back')}
            </Button>
            <Button
              type="submit"
              loading={busy}
              disabled={!draft.isComplete || order.status !== 'pending'}
              data-autofocus={!draft.isStopped || undefined}
            >
              {t('orders:approval.approve')}
            </Button>
          </Row>
        </Row>
      </Stack>
    </form>
  )
}

/** The lines that move, and the switches that let some of their pieces wait or agree on other prices. */
function Lines({ order, draft }: { order: Order; draft: ApprovalDraft }) {
  const { t } = useTranslation(['orders', 'orderParts'])
  const hrefOf = useProductHref()
  const { pieces, prices, items } = draft
  return (
    <>
      {pieces.isOpen || prices.isOpen ? (
        <PieceInputs items={items} currencyCode={order.currencyCode} pieces={pieces.inputs} prices={prices.inputs} />
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
      {draft.there === 0 ? (
        <Text kind="small">{t('orderParts:nothing')}</Text>
      ) : (
        draft.left > 0 && <Text kind="small">{t('orderParts:restWaits', { count: draft.left })}</Text>
      )}
      <Switch
        label={t('orderParts:partOnly')}
        checked={pieces.isOpen}
        onChange={({ currentTarget }) => pieces.setOpen(currentTarget.checked)}
      />
      <Switch
        label={t('orders:approval.changePrices')}
        checked={prices.isOpen}
        onChange={({ currentTarget }) => prices.setOpen(currentTarget.checked)}
      />
    </>
  )
}

/** Why the buyer's credit stops the approval, and the reason with which it is passed. */
function Pass({ order, stop, draft }: { order: Order; stop: Stop; draft: ApprovalDraft }) {
  const { t } = useTranslation('orderParts')
  return (
    <>
      <Notice>
        <CreditText stop={stop} amount={draft.total} buyer={order.buyer} />{' '}
        {stop.mayPass ? t('credit.mayPass') : t('credit.mayNotPass')}
      </Notice>
      {stop.mayPass && (
        <Textarea
          label={t('credit.reason')}
          description={t('credit.reasonText')}
          required
          rows={2}
          maxLength={500}
          data-autofocus
          value={draft.reason}
          onChange={({ currentTarget }) => draft.setReason(currentTarget.value)}
        />
      )}
    </>
  )
}
