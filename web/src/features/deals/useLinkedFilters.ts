import { useTranslation } from 'react-i18next'
import { useAccountName } from '../../app/network.ts'
import { formatCalendarDay } from '../../ui/format.ts'
import { type LinkedFilter, type ListState, withFilter } from '../../ui/list.ts'
import { useLocale } from '../../ui/locale.tsx'

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** The filters that the dashboard's links set: an account, a month of the forecast, a currency and products. */
export function useLinkedFilters(list: ListState): LinkedFilter[] {
  const { t } = useTranslation(['deals', 'common'])
  const { language } = useLocale()
  const name = useAccountName(list.account)
  const { forecastMonth = [], currencyCode = [], productId = [] } = list.filters
  const monthOf = (month: string) =>
    isMonth(month)
      ? formatCalendarDay(`${month}-01`, language, { month: 'long', year: 'numeric' })
      : t('forecast.noDate')
  const applied = (field: string, words: string): LinkedFilter => ({ words, without: withFilter(list, field, []) })
  return [
    ...(list.account === undefined
      ? []
      : [{ words: t('ofAccount', { name: name ?? '…' }), without: { account: undefined, page: 1 } }]),
    ...(forecastMonth.length > 0
      ? [applied('forecastMonth', t('forecastOf', { months: forecastMonth.map(monthOf).join(', ') }))]
      : []),
    ...(currencyCode.length > 0 ? [applied('currencyCode', currencyCode.join(', '))] : []),
    ...(productId.length > 0 ? [applied('productId', t('common:chosenProducts', { count: productId.length }))] : []),
  ]
}
