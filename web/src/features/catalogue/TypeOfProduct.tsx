import { useQuery } from '@tanstack/react-query'
import type { Product } from '@trellis/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Fact, Facts, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Line, Lines } from '../../ui/Skeletons.tsx'
import { FeatureValue } from './FeatureValue.tsx'
import { productTypeQuery } from './queries.ts'

/** The features that a product has through its type. */
export function TypeOfProduct({ type }: { type: NonNullable<Product['type']> }) {
  const { t } = useTranslation('products')
  const mayRead = useCan('ProductTypes', 'r')
  const { data, error, refetch } = useQuery({ ...productTypeQuery(type.id), enabled: mayRead })
  if (!mayRead) return null
  return (
    <Panel
      title={t('typePanel', { type: type.name })}
      description={data === undefined && error === null ? <Line width="min(20rem, 60%)" /> : data?.description}
      actions={<EntityLink href={`/products/types/${type.id}`}>{t('toType')}</EntityLink>}
    >
      {data === undefined ? (
        error === null ? (
          <Lines count={3} />
        ) : (
          <ErrorBlock error={error} title={t('productsTypesFetchError')} shape="line" retry={() => void refetch()} />
        )
      ) : data.features.length === 0 ? (
        <Text as="p" kind="quiet">
          {t('noFeatures')}
        </Text>
      ) : (
        <Facts>
          {data.features.map((feature) => (
            <Fact key={feature.id} label={feature.name} wide={feature.typeName === 'object'}>
              <FeatureValue feature={feature} />
            </Fact>
          ))}
        </Facts>
      )}
    </Panel>
  )
}
