import type { OrderItem } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { useProductHref } from '../../app/productHref.ts'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { Columns, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { priceBounds } from './orderParts.ts'

interface PieceInputsProps {
  items: readonly OrderItem[]
  currencyCode: string
  /** The pieces of a line that are decided on; absent where they cannot be changed. */
  pieces?: { of: (item: OrderItem) => number | null; set: (item: OrderItem, quantity: number | null) => void } | null
  /** Likewise the price. */
  prices?: { of: (item: OrderItem) => number | null; set: (item: OrderItem, price: number | null) => void } | null
}

/** The lines of an order with inputs for their pieces, their prices, or both. */
export function PieceInputs({ items, currencyCode, pieces, prices }: PieceInputsProps) {
  const { t } = useTranslation(['orders', 'orderParts'])
  const { language } = useLocale()
  const hrefOf = useProductHref()
  return (
    <Stack as="ul" gap="md">
      {items.map((item) => (
        <Columns as="li" key={item.orderItemId} min={pieces && prices ? '8rem' : '10rem'} gap="md">
          <Stack gap="none">
            <Text>
              <LinkedText names={{ product: { name: item.productName, href: hrefOf(item.productId) } }}>
                {(marks) => t('orders:line', { ...marks, quantity: formatNumber(item.qt, language) })}
              </LinkedText>
            </Text>
            <Text kind="small">
              {t('orders:listPriceIs', {
                price: formatMoney(item.priceListPrice, currencyCode, language, { precise: true }),
              })}
            </Text>
          </Stack>
          {pieces && (
            <NumberInput
              aria-label={t('orderParts:piecesOf', { product: item.productName })}
              value={pieces.of(item)}
              maximum={item.qt}
              unit={<Text kind="small">{t('orderParts:ofAsked', { count: item.qt })}</Text>}
              rightSectionWidth="5rem"
              error={pieces.of(item) === null ? t('orders:faults.required') : undefined}
              onChange={(quantity) => pieces.set(item, quantity)}
            />
          )}
          {prices && (
            <NumberInput
              aria-label={t('orders:priceOf', { product: item.productName })}
              value={prices.of(item)}
              {...priceBounds}
              unit={<Text kind="small">{currencyCode}</Text>}
              rightSectionWidth="3rem"
              error={prices.of(item) === null ? t('orders:faults.required') : undefined}
              onChange={(price) => prices.set(item, price)}
            />
          )}
        </Columns>
      ))}
    </Stack>
  )
}
