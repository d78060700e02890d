import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProductType } from '@trellis/contract/product-types'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Fact, Facts, Stack, Text } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { FeatureValue } from './FeatureValue.tsx'
import styles from './products.module.css'
import { productTypeQuery } from './queries.ts'
import { Unfetched } from './Unfetched.tsx'
import { useRemoveType, useWhyNotType } from './useTypeActions.ts'

/** The page of a product type with its features and their values. */
export function TypePage({ id }: { id: string }) {
  const { t } = useTranslation('productTypes')
  const query = useQuery(productTypeQuery(id))
  const { data: type } = query
  const back = { href: '/products/types', label: t('title') }
  if (type === undefined && query.error !== null) {
    return (
      <Page title={t('title')} back={back}>
        <Unfetched query={query} failed={t('productsTypesFetchError')} back={back} />
      </Page>
    )
  }
  return (
    <Page
      title={type?.name ?? ''}
      loading={type === undefined}
      back={back}
      description={type?.description}
      actions={type && <Actions type={type} />}
    >
      <Panel title={t('facts')}>
        <Facts loading={type === undefined}>
          <Fact label={t('products')}>
            {type && (
              <EntityLink
                href={type.products > 0 ? `/products?typeName=${encodeURIComponent(type.name)}&environmentType=` : null}
              >
                {String(type.products)}
              </EntityLink>
            )}
          </Fact>
          <Fact label={t('creationDate')} lines={2}>
            <DateTime value={type?.creationDate} />
            {type?.createdBy && ` · ${type.createdBy}`}
          </Fact>
        </Facts>
      </Panel>
      <Panel title={t('features')} description={t('featuresText')}>
        {type === undefined ? <Lines count={4} /> : <Features type={type} />}
      </Panel>
    </Page>
  )
}

function Features({ type }: { type: ProductType }) {
  const { t } = useTranslation('productTypes')
  if (type.features.length === 0)
    return <Empty title={t('noFeatures')}>{type.blocked.update === null && t('noFeaturesText')}</Empty>
  return (
    <Stack as="ul" gap="none">
      {type.features.map((feature) => (
        <li key={feature.id} className={styles.feature}>
          <Stack as="span" gap="none">
            <Text kind="strong">{feature.name}</Text>
            <Text kind="small">{t(`types.${feature.typeName}`)}</Text>
          </Stack>
          <Stack gap="xs">
            <FeatureValue feature={feature} />
            {feature.description && <Text kind="small">{feature.description}</Text>}
          </Stack>
        </li>
      ))}
    </Stack>
  )
}

function Actions({ type }: { type: ProductType }) {
  const { t } = useTranslation('productTypes')
  const whyNot = useWhyNotType()
  const remove = useRemoveType()
  return (
    <>
      <LinkButton
        href={`/products/types/${type.id}/edit`}
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        blocked={whyNot('update', type)}
      >
        {t('edit')}
      </LinkButton>
      <ActionMenu
        label={t('more', { name: type.name })}
        variant="default"
        actions={[
          {
            label: t('remove'),
            onClick: () => void remove(type),
            blocked: whyNot('delete', type),
            destructive: true,
          },
        ]}
      />
    </>
  )
}
