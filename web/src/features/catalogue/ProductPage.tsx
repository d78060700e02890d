import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Product } from '@trellis/contract/catalogue'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { useCan } from '../../app/me.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Columns } from '../../ui/layout.tsx'
import { Page, Sections } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Extensions } from './Extensions.tsx'
import { LicenseFacts, ProductFacts, ProductHero } from './ProductFacts.tsx'
import { productQuery } from './queries.ts'
import { StatusOfProduct } from './StatusOfProduct.tsx'
import { TypeOfProduct } from './TypeOfProduct.tsx'
import { Unfetched } from './Unfetched.tsx'
import { useProductActions, useWhyNot } from './useProductActions.ts'

interface ProductPageProps {
  id: string
  /** The button that sets the product's price on a price list. */
  setPrice: (product: Product) => ReactNode
}

/** The page of a product with its actions. */
export function ProductPage({ id, setPrice }: ProductPageProps) {
  const { t } = useTranslation('products')
  const query = useQuery(productQuery(id))
  const { data: product } = query
  const back = { href: '/products', label: t('title') }
  if (product === undefined && query.error !== null) {
    return (
      <Page title={t('title')} back={back}>
        <Unfetched query={query} failed={t('productsFetchError')} back={back} />
      </Page>
    )
  }
  return (
    <Page
      title={product?.name ?? ''}
      loading={product === undefined}
      back={back}
      badges={product && <StatusOfProduct status={product.status} />}
      description={product?.description ?? ''}
      actions={product && <Actions product={product} setPrice={setPrice(product)} />}
    >
      <ProductHero product={product} />
      <Columns rail="19rem">
        <Sections inOrder>
          <Panel title={t('license')}>
            <LicenseFacts product={product} />
          </Panel>
          {product?.type && <TypeOfProduct type={product.type} />}
          {product && <Extensions productId={id} />}
          {product && <HistoryBlock entity="product" entityId={id} />}
        </Sections>
        <Sections>
          <ProductFacts product={product} />
        </Sections>
      </Columns>
    </Page>
  )
}

function Actions({ product, setPrice }: { product: Product; setPrice: ReactNode }) {
  const { t } = useTranslation('products')
  const navigate = useNavigate()
  const mayCreate = useCan('Products', 'c')
  const whyNot = useWhyNot()
  const actions = useProductActions(product)
  const mayUpdate = useCan('Products', 'u')
  const mayDelete = useCan('Products', 'd')
  const update = whyNot('update', product)
  const activate = () => void actions.activate()
  // Users who can only buy see no action buttons.
  if (!mayCreate && !mayUpdate && !mayDelete) return setPrice
  return (
    <>
      {setPrice}
      {product.status === 'Pending' && (
        <ActionButton onClick={activate} blocked={update}>
          {t('activate')}
        </ActionButton>
      )}
      <LinkButton
        href={`/products/${product.productId}/edit`}
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        blocked={update}
      >
        {t('edit')}
      </LinkButton>
      <ActionMenu
        label={t('more', { product: product.name })}
        variant="default"
        actions={[
          ...(product.status === 'Deleted' ? [{ label: t('activate'), onClick: activate, blocked: update }] : []),
          {
            label: t('duplicate'),
            onClick: () => void navigate({ to: '/products/create', search: { from: product.productId } }),
            blocked: mayCreate ? null : t('blocked.create'),
          },
          {
            label: t('remove'),
            onClick: () => void actions.remove(),
            blocked: whyNot('delete', product),
            destructive: true,
          },
        ]}
      />
    </>
  )
}
