import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ProductType, productTypes } from '@trellis/contract/product-types'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveOver } from '../../app/changedMeanwhile.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { FeatureFields } from './FeatureFields.tsx'

import { productTypeQuery } from './queries.ts'
import { clashingFields, mergedType, TypeFields, typeInputOf, typePayloadOf } from './typeDraft.ts'
import { Unfetched } from './Unfetched.tsx'

/** Edits name, description and features of a product type. */
export function EditTypePage({ id }: { id: string }) {
  const { t } = useTranslation('productTypes')
  // Always refetch: cached data may be older than another user's change.
  const query = useQuery({ ...productTypeQuery(id), refetchOnMount: 'always' })
  const { data, isFetchedAfterMount } = query
  return (
    <Page
      title={t('editTitle')}
      back={{ href: `/products/types/${id}`, label: data?.name ?? t('title') }}
      width="narrow"
    >
      {data === undefined || !isFetchedAfterMount ? (
        <Unfetched
          query={query}
          failed={t('productsTypesFetchError')}
          back={{ href: '/products/types', label: t('title') }}
        />
      ) : (
        <EditForm key={id} type={data} />
      )}
    </Page>
  )
}

function EditForm({ type }: { type: ProductType }) {
  const { t } = useTranslation('productTypes')
  const navigate = useNavigate()
  const client = useQueryClient()
  const [start] = useState(() => typeInputOf(type))
  const seen = useRef(type)
  const form = useZodForm(TypeFields, start)
  const params = { id: type.id }
  const update = useWrite(productTypes.update, {
    invalidates: ['/productsType', '/products', '/pricelists/products'],
    success: 'productTypes:productTypeEditSuccess',
    failure: 'productTypes:productTypeEditError',
    of: () => seen.current,
    onSuccess: (fresh) => client.setQueryData(productTypeQuery(fresh.id).queryKey, fresh),
  })
  return (
    <Form
      form={form}
      label={t('editTitle')}
      onSubmit={async (mine) => {
        await saveOver(
          seen,
          (now) => update.mutateAsync({ params, body: typePayloadOf(mergedType(start, mine, typeInputOf(now))) }),
          (now, before) => clashingFields(start, mine, typeInputOf(now), typeInputOf(before)),
        )
        form.reset(form.getValues())
        await navigate({ to: '/products/types/$id', params })
      }}
    >
      <Panel title={t('facts')}>
        <Stack>
          <TextField control={form.control} name="name" label={t('name')} required autoFocus />
          <TextAreaField control={form.control} name="description" label={t('descriptionField')} maximum={2000} />
        </Stack>
      </Panel>
      <Panel title={t('features')} description={t('featuresText')}>
        <FeatureFields form={form} />
      </Panel>
      <FormActions submit={t('save')} onCancel={() => navigate({ to: '/products/types/$id', params })} />
    </Form>
  )
}
