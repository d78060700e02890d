import { useTranslation } from 'react-i18next'
import { useAccountName } from '../../app/network.ts'
import { formatCalendarDay } from '../../ui/format.ts'
import { type LinkedFilter, type ListState, withFilter, withRange } from '../../ui/list.ts'
import { useLocale } from '../../ui/locale.tsx'

/** The filters that links of the dashboard set: dates of approval, sales by one account only, and sales to one account. */
export function useLinkedFilters(list: ListState): LinkedFilter[] {
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  const dayOf = (day: string | undefined) => (day === undefined ? '' : formatCalendarDay(day, language))
  const { approvalDate } = list.ranges ?? {}
  const { vendorAccountId = [], buyerAccountId = [] } = list.filters
  const buyer = useAccountName(buyerAccountId[0])
  return [
    ...(approvalDate
      ? [
          {
            words: t(approvalDate.from === undefined ? 'approvedUntil' : 'approvedBetween', {
              from: dayOf(approvalDate.from),
              to: dayOf(approvalDate.to),
            }),
            without: withRange(list, 'approvalDate', { from: undefined, to: undefined }),
          },
        ]
      : []),
    ...(vendorAccountId.length > 0
      ? [{ words: t('withoutBelow'), without: withFilter(list, 'vendorAccountId', []) }]
      : []),
    ...(buyerAccountId.length > 0
      ? [{ words: t('boughtBy', { account: buyer ?? '…' }), without: withFilter(list, 'buyerAccountId', []) }]
      : []),
  ]
}
