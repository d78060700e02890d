import { useQuery, useQueryClient } from '@tanstack/react-query'
import { catalogue, type Product } from '@trellis/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { ProductEditor } from './ProductEditor.tsx'
import { inputOf } from './productDraft.ts'
import { productQuery } from './queries.ts'
import { stale } from './stale.ts'

/** Changes a product, its status included. */
export function EditProductPage({ id }: { id: string }) {
  const { t } = useTranslation('products')
  const { data, error, refetch } = useQuery(queryOf(catalogue.fetch, { params: { id } }))
  const back = { href: `/products/${id}`, label: data?.name ?? t('title') }
  if (data !== undefined && data.blocked.update === null) {
    return (
      <Page title={t('form.editTitle')} back={back} description={data.sku} width="narrow">
        <EditProduct key={id} product={data} />
      </Page>
    )
  }
  return (
    <Page title={t('form.editTitle')} back={back} width="narrow">
      <Panel>
        {data !== undefined ? (
          <NoPermission>{t('blocked.foreign')}</NoPermission>
        ) : error === null ? (
          <Lines count={14} />
        ) : (
          <ScreenError error={error} retry={() => void refetch()} back={{ href: '/products', label: t('title') }} />
        )}
      </Panel>
    </Page>
  )
}

function EditProduct({ product }: { product: Product }) {
  const { t } = useTranslation('products')
  const client = useQueryClient()
  const params = { id: product.productId }
  const update = useWrite(catalogue.update, {
    invalidates: stale,
    success: 'products:productEditSuccess',
    failure: 'products:productEditError',
    quiet: ['PD409'],
    onSuccess: (fresh) => client.setQueryData(productQuery(fresh.productId).queryKey, fresh),
  })
  const back = `/products/${product.productId}`
  return (
    <ProductEditor
      label={t('form.editTitle')}
      start={inputOf(product)}
      product={product}
      submit={t('form.save')}
      back={back}
      save={async (body) => {
        await update.mutateAsync({ params, body })
        return back
      }}
    />
  )
}
