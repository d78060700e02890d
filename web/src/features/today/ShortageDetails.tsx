import { useQuery } from '@tanstack/react-query'
import type { TodayItem } from '@trellis/contract/today'
import { foresightQuery } from '../../app/foresight/queries.ts'
import { Why } from '../../app/foresight/Why.tsx'
import { useProductHref } from '../../app/productHref.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Fetched } from './Fetched.tsx'

/** Each product of the line with why it runs short, the one that does so first at the top. */
export default function ShortageDetails({ item }: { item: TodayItem }) {
  const hrefOf = useProductHref()
  const query = useQuery(foresightQuery(item.recordId))
  const named = item.shortage?.items.map(({ productId }) => productId) ?? []
  return (
    <Fetched query={query} lines={7}>
      {({ items }) => (
        <Stack gap="lg">
          {items
            .filter(({ product }) => named.includes(product.productId))
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
        </Stack>
      )}
    </Fetched>
  )
}
