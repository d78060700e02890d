import { useQuery } from '@tanstack/react-query'
import { catalogue } from '@trellis/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { ProductEditor } from './ProductEditor.tsx'
import { copyOf, newProduct, type ProductInput } from './productDraft.ts'
import { stale } from './stale.ts'

/** A new product, from nothing or as a copy of another. */
export function CreateProductPage({ from }: { from: string | undefined }) {
  const { t } = useTranslation('products')
  const { data, error, refetch } = useQuery({
    ...queryOf(catalogue.fetch, { params: { id: from ?? '' } }),
    enabled: from !== undefined,
  })
  const back = from === undefined ? '/products' : `/products/${from}`
  return (
    <Page
      title={data === undefined ? t('form.createTitle') : t('form.copyTitle', { product: data.name })}
      loading={from !== undefined && data === undefined && error === null}
      back={{ href: back, label: data?.name ?? t('title') }}
      description={from === undefined ? undefined : t('form.copyText')}
      width="narrow"
    >
      {from === undefined ? (
        <NewProduct start={newProduct} back={back} />
      ) : data !== undefined ? (
        <NewProduct start={copyOf(data, t('form.copyOf', { product: data.name }))} back={back} />
      ) : (
        <Panel>
          {error === null ? (
            <Lines count={14} />
          ) : (
            <ScreenError error={error} retry={() => void refetch()} back={{ href: '/products', label: t('title') }} />
          )}
        </Panel>
      )}
    </Page>
  )
}

function NewProduct({ start, back }: { start: ProductInput; back: string }) {
  const { t } = useTranslation('products')
  const create = useWrite(catalogue.create, {
    invalidates: stale,
    success: 'products:productCreateSuccess',
    failure: 'products:productCreateError',
    quiet: ['PD409'],
  })
  return (
    <ProductEditor
      label={t('form.createTitle')}
      start={start}
      submit={t('form.create')}
      back={back}
      save={async ({ status: _, ...body }) => {
        const { id } = await create.mutateAsync({ body })
        return `/products/${id}`
      }}
    />
  )
}
