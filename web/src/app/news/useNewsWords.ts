import type { News } from '@trellis/contract/news'
import { useTranslation } from 'react-i18next'

/** The sentence of a news item in the reader's language. */
export function useNewsWords(): (item: Pick<News, 'kind' | 'words'>) => string {
  const { t } = useTranslation('news')
  return ({ kind, words }) => {
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
    return t(`sentences.${kind}`, values)
  }
}
