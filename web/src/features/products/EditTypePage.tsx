import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ProductType, productTypes } from '@trellis/contract/product-types'
import { maximumLimit } from '@trellis/contract/search'
import { useCallback } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Form, FormActions, useZodForm, type ZodForm } from '../../ui/form.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type SearchOption, SearchSelect } from '../../ui/SearchSelect.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { flatten, search } from '../../ui/tree.ts'
import { FeatureEditor } from './FeatureEditor.tsx'
import styles from './products.module.css'
import { productTypeQuery } from './queries.ts'
import { settingOf, TypeFields, type TypeInput, type TypeOutput, typeInputOf, typePayloadOf } from './typeDraft.ts'

/** Name, description and features of a product type. */
export function EditTypePage({ id }: { id: string }) {
  const { t } = useTranslation('productTypes')
  const { data, error, refetch } = useQuery(productTypeQuery(id))
  return (
    <Page
      title={t('editTitle')}
      back={{ href: `/products/types/${id}`, label: data?.name ?? t('title') }}
      width="narrow"
    >
      {data === undefined ? (
        <Panel>
          {error === null ? (
            <Lines count={10} />
          ) : (
            <ScreenError
              error={error}
              retry={() => void refetch()}
              back={{ href: '/products/types', label: t('title') }}
            />
          )}
        </Panel>
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
  const form = useZodForm(TypeFields, typeInputOf(type))
  const params = { id: type.id }
  const update = useWrite(productTypes.update, {
    invalidates: ['/productsType', '/products', '/pricelists/products'],
    success: 'productTypes:productTypeEditSuccess',
    failure: 'productTypes:productTypeEditError',
    onSuccess: (fresh) => client.setQueryData(productTypeQuery(fresh.id).queryKey, fresh),
  })
  return (
    <Form
      form={form}
      label={t('editTitle')}
      onSubmit={async (draft) => {
        await update.mutateAsync({ params, body: typePayloadOf(draft) })
        form.reset(form.getValues())
        await navigate({ to: '/products/types/$id', params })
      }}
    >
      <Panel title={t('facts')}>
        <div className={styles.stack}>
          <TextField control={form.control} name="name" label={t('name')} required autoFocus />
          <TextAreaField control={form.control} name="description" label={t('descriptionField')} maximum={2000} />
        </div>
      </Panel>
      <Panel title={t('features')} description={t('featuresText')}>
        <FeatureFields form={form} />
      </Panel>
      <FormActions submit={t('save')}>
        <Button variant="default" onClick={() => void navigate({ to: '/products/types/$id', params })}>
          {t('cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}

/** The features that it has, each with its value, and a way to those that it has not. */
function FeatureFields({ form }: { form: ZodForm<TypeInput, TypeOutput> }) {
  const { t } = useTranslation('productTypes')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'features', keyName: 'key' })
  const { data, error, refetch } = useQuery(queryOf(productTypes.searchFeatures, { body: { limit: maximumLimit } }))
  const had = fields.map(({ id }) => id).join()
  const load = useCallback(
    async (typed: string): Promise<SearchOption[]> => {
      const others = (data?.items ?? []).filter(({ id }) => !had.includes(id))
      const leaves = flatten(others.map(({ id, name, typeName }) => ({ id, name, hint: t(`types.${typeName}`) })))
      return search(leaves, typed).map(({ node }) => ({
        value: node.id,
        label: node.name,
        hint: node.hint ?? undefined,
      }))
    },
    [data, had, t],
  )
  return (
    <div className={styles.stack}>
      {fields.length === 0 ? (
        <Empty title={t('noFeatures')} />
      ) : (
        <ul className={styles.features}>
          {fields.map((field, index) => (
            <li key={field.key} className={styles.feature}>
              <span className={styles.featureName}>
                <strong>{field.name}</strong>
                <span className={styles.hint}>{t(`types.${field.typeName}`)}</span>
                {field.description && <span className={styles.hint}>{field.description}</span>}
              </span>
              <FeatureEditor
                form={form}
                name={`features.${index}.value`}
                feature={field.name}
                typeName={field.typeName}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('takeAway', { feature: field.name })}
                onClick={() => remove(index)}
              >
                <IconTrash size={18} stroke={1.8} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {error !== null && data === undefined && (
        <ErrorBlock error={error} title={t('featuresFetchError')} shape="line" retry={() => void refetch()} />
      )}
      <SearchSelect
        load={load}
        value={null}
        onChange={(option) => {
          const feature = data?.items.find(({ id }) => id === option?.value)
          if (feature) append({ ...settingOf(feature), value: null }, { shouldFocus: false })
        }}
        label={t('addFeature')}
        placeholder={t('addFeaturePlaceholder')}
        empty={t('allAdded')}
      />
    </div>
  )
}
