import type { DealNewsEvent, News, NewsKind } from '@trellis/contract/news'
import { useTranslation } from 'react-i18next'
import { formatCalendarDay, formatMoney } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'

const isOfDeal = (kind: NewsKind): kind is Extract<NewsKind, `deal_${string}`> => kind.startsWith('deal_')

/** The sentence of a news item in the reader's language. */
export function useNewsWords(): (item: Pick<News, 'kind' | 'words'>) => string {
  const { t } = useTranslation('news')
  const { language } = useLocale()
  const sentence = ({ kind, words }: Pick<News, 'kind' | 'words'>): string => {
    if (kind === 'license_due') {
      const { keys, accounts, days, accountName, firstDate } = words
      return t(`sentences.license_due.${accounts === 1 ? 'ofOne' : 'ofMany'}`, {
        count: Number(keys),
        accounts: Number(accounts),
        days: Number(days),
        account: accountName ?? '',
        date: formatCalendarDay(String(firstDate), language),
      })
    }
    if (kind === 'renewal_asked') {
      const { accountName, productName, dueDate } = words
      return t('sentences.renewal_asked', {
        account: accountName ?? '',
        product: productName ?? '',
        date: formatCalendarDay(String(dueDate), language),
      })
    }
    if (isOfDeal(kind)) {
      const { code, company, vendorName, by, amount, total, currencyCode, date } = words
      const money = (value: typeof amount) => formatMoney(Number(value), String(currencyCode), language)
      return t(`deals.${words.event as DealNewsEvent}`, {
        code: code ?? '',
        company: company ?? '',
        vendorName: vendorName ?? '',
        by: by ?? t('portal'),
        amount: money(amount),
        total: money(total),
        date: date ? formatCalendarDay(String(date), language) : '',
      })
    }
    if (kind === 'certificate_due') {
      const { certificates, accounts, days, accountName, firstDate } = words
      return t(`sentences.certificate_due.${accounts === 1 ? 'ofOne' : 'ofMany'}`, {
        count: Number(certificates),
        accounts: Number(accounts),
        days: Number(days),
        account: accountName ?? '',
        date: formatCalendarDay(String(firstDate), language),
      })
    }
    const side = words.reader === 'buyer' ? 'buyer' : 'vendor'
    const author = words.by === null ? 'system' : 'person'
    const { orderCode = '', buyerName = '', vendorName = '', by } = words
    const values = {
      orderCode: orderCode ?? '',
      buyerName: buyerName ?? '',
      vendorName: vendorName ?? '',
      by: by ?? t('portal'),
    }
    if (kind === 'order_canceled') return t(`sentences.order_canceled.${author}`, values)
    if (kind === 'order_requested') return t(`sentences.order_requested.${side}`, values)
    if (kind === 'order_approved' && words.asked != null) {
      const money = (value: typeof words.total) => formatMoney(Number(value), String(words.currencyCode), language)
      return t('sentences.order_repriced', { ...values, total: money(words.total), asked: money(words.asked) })
    }
    return t(`sentences.${kind}`, values)
  }
  // "Foundry Inc." ends a sentence too.
  return (item) => sentence(item).replace(/\.\.(?!\.)/g, '.')
}
