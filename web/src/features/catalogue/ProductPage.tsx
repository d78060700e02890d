import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Product } from '@trellis/contract/catalogue'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { useCan } from '../../app/me.ts'
import { Folds } from '../../ui/Fold.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecordBar } from '../../ui/RecordBar.tsx'
import { RecordColumns, RecordPage } from '../../ui/RecordPage.tsx'
import { Extensions } from './Extensions.tsx'
import { LicenseFacts, ProductFacts, ProductFigures } from './ProductFacts.tsx'
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
    <RecordPage
      title={product?.name ?? ''}
      loading={product === undefined}
      back={back}
      code={product?.sku}
      badges={product && <StatusOfProduct status={product.status} />}
      description={product?.description ?? ''}
      bar={product && <Actions product={product} setPrice={setPrice(product)} />}
    >
      <ProductFigures product={product} />
      <RecordColumns rail={<ProductFacts product={product} />}>
        <Panel title={t('license')}>
          <LicenseFacts product={product} />
        </Panel>
        {product?.type && <TypeOfProduct type={product.type} />}
        {product && (
          <Folds>
            <Extensions productId={id} />
            <HistoryBlock entity="product" entityId={id} />
          </Folds>
        )}
      </RecordColumns>
    </RecordPage>
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
  const activating = { id: 'activate', label: t('activate'), onClick: activate, blocked: update }
  return (
    <RecordBar
      label={t('more', { product: product.name })}
      actions={[
        ...(product.status === 'Pending' ? [{ ...activating, place: 'primary' as const }] : []),
        {
          id: 'edit',
          label: t('edit'),
          icon: <IconPencil size={16} aria-hidden />,
          href: `/products/${product.productId}/edit`,
          blocked: update,
          place: 'beside',
        },
        ...(product.status === 'Deleted' ? [{ ...activating, place: 'menu' as const }] : []),
        {
          id: 'duplicate',
          label: t('duplicate'),
          onClick: () => void navigate({ to: '/products/create', search: { from: product.productId } }),
          blocked: mayCreate ? null : t('blocked.create'),
          place: 'menu',
        },
        {
          id: 'remove',
          label: t('remove'),
          onClick: () => void actions.remove(),
          blocked: whyNot('delete', product),
          destructive: true,
          place: 'menu',
        },
      ]}
    >
      {setPrice}
    </RecordBar>
  )
}
