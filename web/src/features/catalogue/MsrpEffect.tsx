import { useQuery } from '@tanstack/react-query'
import type { Product } from '@trellis/contract/catalogue'
import { pricing } from '@trellis/contract/pricing'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { formatMoney } from '../../ui/format.ts'
import { Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import styles from './products.module.css'

interface MsrpEffectProps {
  product: Product
  priceMsrp: number
  currencyCode: string | null
}

/** Says who pays another price after a change of the MSRP: only the vendor's root account, if it has no price list. */
export function MsrpEffect({ product, priceMsrp, currencyCode }: MsrpEffectProps) {
  const { t } = useTranslation(['products', 'productForm'])
  const { language } = useLocale()
  const code = currencyCode ?? product.currency.currencyCode
  const isChanged = priceMsrp !== product.priceMsrp || code !== product.currency.currencyCode
  const { data } = useQuery({
    ...queryOf(pricing.explain, { query: { productId: product.productId } }),
    enabled: isChanged,
  })
  if (!isChanged || data === undefined) return null
  const paysMsrp = data.priceListId === null && data.reason !== 'no_list'
  const money = (amount: number, currency: string) => formatMoney(amount, currency, language, { precise: true })
  const effect = () => {
    const account = data.accountName
    if (!paysMsrp) return t('productForm:nobodyPays')
    // An account without a price list can buy only in the portal's own currency.
    if (data.currencyCode !== null && data.currencyCode !== code)
      return t('productForm:noLongerPays', { account, currency: data.currencyCode, other: code })
    const before = money(product.priceMsrp, product.currency.currencyCode)
    return `${t('productForm:paysMsrp', { account, before, after: money(priceMsrp, code) })} ${t('productForm:othersKeep')}`
  }
  return (
    <Text as="p" className={styles.effect} role="status">
      {effect()}
    </Text>
  )
}
