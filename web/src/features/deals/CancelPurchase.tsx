import type { Standing } from '@trellis/contract/deal-standing'
import { orders } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { Row } from '../../ui/layout.tsx'

type Pending = Extract<Standing, { kind: 'purchasePending' }>

/** Tells of the purchase that is still pending for a lost deal, and cancels it for who may. */
export function CancelPurchase({ purchase }: { purchase: Pending }) {
  const { t } = useTranslation('deals')
  const hrefOf = useAccountHref()
  const confirm = useConfirm()
  const { orderId, orderCode, seller, mayCancel } = purchase
  const cancel = useWrite(orders.changeStatus, {
    invalidates: ['/orders', '/deals'],
    success: 'deals:toast.purchaseCanceled',
  })
  const order = { name: orderCode, href: mayCancel ? `/sell-out/${orderId}` : `/sell-in/${orderId}` }
  const who = { name: seller.accountName, href: hrefOf(seller.accountId) }
  const ask = async () => {
    const question = {
      title: t('standing.purchasePending.cancelTitle', { code: orderCode }),
      text: t('standing.purchasePending.cancelText'),
      confirm: t('standing.purchasePending.cancel'),
      destructive: true,
    }
    if (await confirm(question)) cancel.mutate({ params: { id: orderId }, body: { status: 'canceled' } })
  }
  return (
    <Row justify="between">
      <span>
        <LinkedText names={{ order, who }}>
          {(marks) => t(mayCancel ? 'standing.purchasePending.text' : 'standing.purchasePending.theirs', marks)}
        </LinkedText>
      </span>
      {mayCancel && (
        <ActionButton variant="default" size="xs" loading={cancel.isPending} onClick={() => void ask()}>
          {t('standing.purchasePending.cancel')}
        </ActionButton>
      )}
    </Row>
  )
}
