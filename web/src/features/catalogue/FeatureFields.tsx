import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { productTypes } from '@trellis/contract/product-types'
import { maximumLimit } from '@trellis/contract/search'
import { useCallback, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import type { ZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { type SearchOption, SearchSelect } from '../../ui/SearchSelect.tsx'
import { flatten, search } from '../../ui/tree.ts'
import { FeatureEditor } from './FeatureEditor.tsx'
import styles from './products.module.css'
import { settingOf, type TypeInput, type TypeOutput } from './typeDraft.ts'

const allFeatures = queryOf(productTypes.searchFeatures, { body: { limit: maximumLimit } })

/** The features of a type with their values, and a select to add more. */
export function FeatureFields({ form }: { form: ZodForm<TypeInput, TypeOutput> }) {
  const { t } = useTranslation('productTypes')
  const client = useQueryClient()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'features', keyName: 'key' })
  const { data, error, refetch } = useQuery(allFeatures)
  const list = useRef<HTMLElement>(null)
  const adding = useRef<HTMLInputElement>(null)
  const had = fields.map(({ id }) => id).join()
  const load = useCallback(
    async (typed: string): Promise<SearchOption[]> => {
      const { items } = data ?? (await client.ensureQueryData(allFeatures))
      const others = items.filter(({ id }) => !had.includes(id))
      const leaves = flatten(others.map(({ id, name, typeName }) => ({ id, name, hint: t(`types.${typeName}`) })))
      return search(leaves, typed).map(({ node }) => ({
        value: node.id,
        label: node.name,
        hint: node.hint ?? undefined,
      }))
    },
    [data, had, t, client],
  )
  const takeAway = (index: number) => {
    flushSync(() => remove(index))
    // The focused button was removed: move the focus to the button that took its place.
    const others = list.current?.querySelectorAll<HTMLButtonElement>('button[data-take-away]')
    const next = others?.item(Math.min(index, others.length - 1)) ?? adding.current
    next?.focus()
  }
  return (
    <Stack>
      {fields.length === 0 ? (
        <Empty title={t('noFeatures')} />
      ) : (
        <Stack as="ul" ref={list} gap="none">
          {fields.map((field, index) => (
            <li key={field.key} className={styles.feature}>
              <Stack as="span" gap="none">
                <Text kind="strong">{field.name}</Text>
                <Text kind="small">{t(`types.${field.typeName}`)}</Text>
                {field.description && <Text kind="small">{field.description}</Text>}
              </Stack>
              <FeatureEditor
                form={form}
                name={`features.${index}.value`}
                feature={field.name}
                typeName={field.typeName}
              />
              <IconButton
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('takeAway', { feature: field.name })}
                data-take-away
                onClick={() => takeAway(index)}
              >
                <IconTrash size={18} stroke={1.8} aria-hidden />
              </IconButton>
            </li>
          ))}
        </Stack>
      )}
      {error !== null && data === undefined && (
        <ErrorBlock error={error} title={t('featuresFetchError')} shape="line" retry={() => void refetch()} />
      )}
      <SearchSelect
        ref={adding}
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
    </Stack>
  )
}
