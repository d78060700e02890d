import type { Deal } from '@trellis/contract/deal-answers'
import { useTranslation } from 'react-i18next'
import { SignatureHistory } from '../../app/approvals/ApprovalBlock.tsx'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { Fold, Folds } from '../../ui/Fold.tsx'
import { formatDay } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'
import { DealHistory, useDealHistory } from './DealHistory.tsx'
import { Duplicates } from './Duplicates.tsx'
import { OrderLinks, OrdersOfDeal } from './OrdersOfDeal.tsx'
import type { Ordering } from './useOrdering.tsx'

/** What supports a decision in more detail, folded with how much of it there is. */
export function DealFolds({ deal, ordering: { mayMake } }: { deal: Deal; ordering: Ordering }) {
  const { t } = useTranslation('deals')
  const locale = useLocale()
  const history = useDealHistory(deal.dealId).data?.items
  const [last] = history ?? []
  const orders = deal.orders ?? []
  return (
    <Folds>
      {deal.blocked.compare === null && <Duplicates deal={deal} />}
      {(orders.length > 0 || mayMake) && (
        <Fold
          id="orders"
          title={t('orders.title')}
          summary={orders.length === 0 ? t('orders.none') : <OrderLinks orders={orders} />}
        >
          <OrdersOfDeal deal={deal} mayMake={mayMake} />
        </Fold>
      )}
      <Fold
        id="history"
        title={t('history.title')}
        summary={
          last &&
          t(last.createdBy === null ? 'history.count' : 'history.countBy', {
            count: history?.length ?? 0,
            date: formatDay(new Date(last.creationDate), locale),
            who: last.createdBy ?? '',
          })
        }
      >
        <DealHistory deal={deal} />
        {deal.blocked.compare === null && <SignatureHistory kind="deal" id={deal.dealId} />}
      </Fold>
      <HistoryBlock entity="deal" entityId={deal.dealId} />
    </Folds>
  )
}
