import { useQuery } from '@tanstack/react-query'
import type { TodayItem } from '@trellis/contract/today'
import { useTranslation } from 'react-i18next'
import { foresightQuery } from '../../app/foresight/queries.ts'
import { Why } from '../../app/foresight/Why.tsx'
import { useProductHref } from '../../app/productHref.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Fetched } from './Fetched.tsx'

/** Products that are explained beside the queue; the ledger has all of them. */
const shown = 3

/** The products of the line with why they run short, the one that does so first at the top. */
export default function ShortageDetails({ item }: { item: TodayItem }) {
  const { t } = useTranslation('today')
  const hrefOf = useProductHref()
  const query = useQuery(foresightQuery(item.recordId))
  const named = item.shortage?.items.map(({ productId }) => productId) ?? []
  return (
    <Fetched query={query} lines={7}>
      {({ items }) => (
        <Stack gap="lg">
          {items
            .filter(({ product }) => named.slice(0, shown).includes(product.productId))
            .map((foreseen, at) => (
              <Stack key={foreseen.product.productId} gap="xs">
                {at > 0 && (
                  <Text as="h3" kind="strong">
                    <EntityLink href={hrefOf(foreseen.product.productId)} hint={foreseen.product.sku}>
                      {foreseen.product.productName}
                    </EntityLink>
                  </Text>
                )}
                <Why item={foreseen} />
              </Stack>
            ))}
          {named.length > shown && (
            <Text as="p" kind="small">
              <EntityLink href="/stocks/movements#foresight">
                {t('pane.more', { count: named.length - shown })}
              </EntityLink>
            </Text>
          )}
        </Stack>
      )}
    </Fetched>
  )
}
