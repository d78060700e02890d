import type { Deal } from '@trellis/contract/deal-answers'
import { useTranslation } from 'react-i18next'
import { useProductHref } from '../../app/productHref.ts'
import { ProductCell } from '../../ui/FiguresTable.tsx'
import type { inputsOf } from '../../ui/form.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { MoneyField } from '../../ui/MoneyField.tsx'
import { Quantity } from '../../ui/Quantity.tsx'

export interface SaleValues {
  priceListId: string | null
  items: { price: number | null }[]
}

interface PricesProps {
  deal: Deal
  /** That of the buyer's price list, in which the order is made. */
  currency: string
  input: ReturnType<typeof inputsOf<SaleValues, SaleValues>>
}

/** The lines of the sale, each with the field of its price. */
export function PricesOfSale({ deal, currency, input }: PricesProps) {
  const { t } = useTranslation('deals')
  const productHrefOf = useProductHref()
  return (
    <Stack as="ul" gap="md" aria-label={t('items')}>
      {deal.items?.map(({ productId, productName, sku, qt, price }, index) => (
        <Row as="li" key={productId} justify="between" align="end">
          <Stack gap="none" style={{ flex: '1 1 12rem' }}>
            <ProductCell name={productName} sku={sku} href={productHrefOf(productId)} />
            <Text kind="small">
              <Quantity value={qt} /> · {t('price')} <Money amount={price} currency={deal.currencyCode} precise />
            </Text>
          </Stack>
          <div style={{ width: '11rem' }}>
            <MoneyField {...input(`items.${index}.price`)} label={t('unitPrice')} currency={currency} required />
          </div>
        </Row>
      ))}
    </Stack>
  )
}
