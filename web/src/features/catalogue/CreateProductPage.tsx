import { useQuery } from '@tanstack/react-query'
import { catalogue } from '@trellis/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { useIsFirstStep } from '../../app/first-steps/FirstStep.tsx'
import { useMe } from '../../app/me.ts'
import { firstStepsHref } from '../../app/menu.ts'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Page } from '../../ui/Page.tsx'
import { ProductEditor } from './ProductEditor.tsx'
import { copyOf, newProduct, type ProductInput, payloadOf } from './productDraft.ts'
import { stale } from './stale.ts'
import { Unfetched } from './Unfetched.tsx'

/** The form for a new product, empty or as a copy of another product. */
export function CreateProductPage({ from }: { from: string | undefined }) {
  const { t } = useTranslation(['products', 'productForm'])
  const query = useQuery({
    ...queryOf(catalogue.fetch, { params: { id: from ?? '' } }),
    enabled: from !== undefined,
  })
  const { data, error } = query
  const back = from === undefined ? '/products' : `/products/${from}`
  return (
    <Page
      title={data === undefined ? t('productForm:createTitle') : t('productForm:copyTitle', { product: data.name })}
      loading={from !== undefined && data === undefined && error === null}
      back={{ href: back, label: data?.name ?? t('title') }}
      description={from === undefined ? undefined : t('productForm:copyText')}
      rail
    >
      {from === undefined ? (
        <NewProduct start={newProduct} back={back} />
      ) : data !== undefined ? (
        <NewProduct start={copyOf(data, t('productForm:copyOf', { product: data.name }))} back={back} />
      ) : (
        <Unfetched query={query} failed={t('productsFetchError')} back={{ href: '/products', label: t('title') }} />
      )}
    </Page>
  )
}

function NewProduct({ start, back }: { start: ProductInput; back: string }) {
  const { t } = useTranslation(['products', 'productForm'])
  const { isSuperAdmin } = useMe()
  const isFirst = useIsFirstStep()
  const invalidates = [...stale, '/first-steps'] as const
  const activate = useWrite(catalogue.update, { invalidates, failure: 'products:productEditError' })
  const create = useWrite(catalogue.create, {
    invalidates,
    success: 'products:productCreateSuccess',
    failure: 'products:productCreateError',
    quiet: ['PD409'],
  })
  return (
    <ProductEditor
      label={t('productForm:createTitle')}
      start={start}
      submit={t('productForm:create')}
      back={isFirst ? firstStepsHref : back}
      save={async (draft) => {
        const { status: _, ...body } = payloadOf(draft, isSuperAdmin)
        const { id } = await create.mutateAsync({ body })
        if (!isFirst) return `/products/${id}`
        // The next steps sell it. When it cannot be activated it is there all the same: saving the form again would make another one.
        return activate.mutateAsync({ params: { id }, body: { ...body, status: 'Active' } }).then(
          () => firstStepsHref,
          () => `/products/${id}`,
        )
      }}
    />
  )
}
