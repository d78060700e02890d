import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PriceExplainer } from '../../app/PriceExplainer.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { usePriceCurrency } from './currencies.ts'
import { extensionsQuery } from './queries.ts'

/** The products that extend a product, with the prices that the reader pays. */
export function Extensions({ productId }: { productId: string }) {
  const { t } = useTranslation('products')
  const { data, error, refetch } = useQuery(extensionsQuery(productId))
  const currencyOf = usePriceCurrency(data ?? [])
  return (
    <Fold
      id="extensions"
      title={t('extensions')}
      summary={data && (data.length === 0 ? t('noExtensions') : data.map(({ sku }) => sku).join(', '))}
    >
      {data === undefined ? (
        error === null ? (
          <Lines count={2} />
        ) : (
          <ErrorBlock error={error} title={t('extensionsError')} shape="line" retry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <Text as="p" kind="quiet">
          {t('noExtensions')}
        </Text>
      ) : (
        <Stack gap="sm">
          <Text as="p" kind="quiet">
            {t('extensionsText')}
          </Text>
          <Stack as="ul" gap="sm">
            {data.map((extension) => (
              <Row as="li" key={extension.productId} justify="between">
                <EntityLink href={`/products/${extension.productId}`} hint={extension.sku}>
                  {extension.name}
                </EntityLink>
                <Row as="span" nowrap gap="none">
                  <Money amount={extension.customPrice} currency={currencyOf(extension)} precise />
                  <PriceExplainer productId={extension.productId} product={extension.name} />
                </Row>
              </Row>
            ))}
          </Stack>
        </Stack>
      )}
    </Fold>
  )
}
