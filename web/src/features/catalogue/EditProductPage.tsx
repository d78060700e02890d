import { useQuery, useQueryClient } from '@tanstack/react-query'
import { catalogue, type Product } from '@trellis/contract/catalogue'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveOver } from '../../app/changedMeanwhile.ts'
import { useMe } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { clashes, merged } from './merge.ts'
import { ProductEditor } from './ProductEditor.tsx'
import { inputOf, payloadOf } from './productDraft.ts'
import { productQuery } from './queries.ts'
import { stale } from './stale.ts'
import { Unfetched } from './Unfetched.tsx'

/** Edits a product, including its status. */
export function EditProductPage({ id }: { id: string }) {
  const { t } = useTranslation(['products', 'productForm'])
  // Always refetch: cached data may be older than another user's change.
  const query = useQuery({ ...queryOf(catalogue.fetch, { params: { id } }), refetchOnMount: 'always' })
  const { data, isFetchedAfterMount } = query
  const product = isFetchedAfterMount ? data : undefined
  const isOpen = product?.blocked.update === null
  return (
    <Page
      title={t('productForm:editTitle')}
      back={{ href: `/products/${id}`, label: data?.name ?? t('title') }}
      description={isOpen ? product.sku : product === undefined && query.error === null ? null : undefined}
      rail
    >
      {product === undefined ? (
        <Unfetched query={query} failed={t('productsFetchError')} back={{ href: '/products', label: t('title') }} />
      ) : isOpen ? (
        <EditProduct key={id} product={product} />
      ) : (
        <Panel>
          <NoPermission>{t('blocked.foreign')}</NoPermission>
        </Panel>
      )}
    </Page>
  )
}

function EditProduct({ product }: { product: Product }) {
  const { t } = useTranslation(['products', 'productForm'])
  const { isSuperAdmin } = useMe()
  const client = useQueryClient()
  const [start] = useState(() => inputOf(product))
  const seen = useRef(product)
  const params = { id: product.productId }
  const update = useWrite(catalogue.update, {
    invalidates: stale,
    success: 'products:productEditSuccess',
    failure: 'products:productEditError',
    quiet: ['PD409'],
    of: () => seen.current,
    onSuccess: (fresh) => client.setQueryData(productQuery(fresh.productId).queryKey, fresh),
  })
  const back = `/products/${product.productId}`
  return (
    <ProductEditor
      label={t('productForm:editTitle')}
      start={start}
      product={product}
      submit={t('productForm:save')}
      back={back}
      save={async (mine) => {
        await saveOver(
          seen,
          (now) =>
            update.mutateAsync({
              params,
              body: payloadOf(merged(start, mine, inputOf(now)), isSuperAdmin, now.externalIds),
            }),
          (now, before) => clashes(start, mine, inputOf(now), inputOf(before)),
        )
        return back
      }}
    />
  )
}
