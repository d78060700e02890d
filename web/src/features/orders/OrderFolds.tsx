import type { Order } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { SignatureHistory } from '../../app/approvals/ApprovalBlock.tsx'
import { Fold, Folds } from '../../ui/Fold.tsx'
import { formatDay } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'
import { OrderAttachments } from './OrderAttachments.tsx'
import { OrderChain } from './OrderChain.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { decides } from './rules.ts'

interface OrderFoldsProps {
  order: Order
  /** Called after a file was attached. */
  onAttached: () => void
}

/** Files, the chain and the history of an order, folded with how much of each there is. */
export function OrderFolds({ order, onAttached }: OrderFoldsProps) {
  const { t } = useTranslation(['orders', 'files'])
  const locale = useLocale()
  const { attachments = [], chain = [], details } = order
  const [last] = details
  return (
    <Folds>
      <Fold
        id="files"
        title={t('files:attachments.title')}
        summary={
          attachments.length === 0
            ? t('files:attachments.none')
            : attachments.map(({ fileName }) => fileName).join(', ')
        }
      >
        <OrderAttachments order={order} onAttached={onAttached} />
      </Fold>
      {chain.length > 0 && (
        <Fold id="chain" title={t('orders:chain.title')} summary={chain.map(({ orderCode }) => orderCode).join(', ')}>
          <OrderChain order={order} />
        </Fold>
      )}
      <Fold
        id="history"
        title={t('orders:detail.history')}
        summary={
          last &&
          t('orders:history.count', {
            count: details.length,
            date: formatDay(new Date(last.creationDate), locale),
            who: last.createdBy ?? t('orders:history.system'),
          })
        }
      >
        <OrderHistory order={order} />
        {decides(order) && <SignatureHistory kind="order" id={order.orderId} />}
      </Fold>
    </Folds>
  )
}
