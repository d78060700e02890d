import { useQuery, useQueryClient } from '@tanstack/react-query'
import { catalogue } from '@trellis/contract/catalogue'
import { useCallback } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { type FieldProps, useField } from '../../ui/fields.ts'
import { type SearchOption, SearchSelect } from '../../ui/SearchSelect.tsx'
import { flatten, search } from '../../ui/tree.ts'
import { productQuery } from './queries.ts'

/** Maximum number of options; typing finds the others. */
const atMost = 50

const productNames = { ...queryOf(catalogue.list), staleTime: 60_000 }

interface ProductPickerProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  /** The product being edited, which is not offered. */
  except?: string | undefined
}

/** Form field to choose another product by name or SKU. */
export function ProductPicker<In extends FieldValues, Out>({ except, ...field }: ProductPickerProps<In, Out>) {
  const { t } = useTranslation(['products', 'productForm'])
  const { value, change, input } = useField(field)
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(productNames)
  const load = useCallback(
    async (typed: string): Promise<SearchOption[]> => {
      const offered = (data ?? (await client.ensureQueryData(productNames))).filter(
        ({ productId }) => productId !== except,
      )
      const leaves = flatten(
        offered.map(({ productId, productName, sku }) => ({ id: productId, name: productName, hint: sku })),
      )
      return search(leaves, typed)
        .slice(0, atMost)
        .map(({ node }) => ({ value: node.id, label: node.name, hint: node.hint ?? undefined }))
    },
    [data, except, client],
  )
  const chosen = data?.find(({ productId }) => productId === value)
  // A product that was deleted is no longer offered, but must still show its name.
  const former = useQuery({
    ...productQuery(String(value)),
    enabled: typeof value === 'string' && data !== undefined && chosen === undefined,
  })
  const name = chosen?.productName ?? former.data?.name
  const sku = chosen?.sku ?? former.data?.sku
  const unnamed = former.error === null ? '…' : t('notVisible')
  const option: SearchOption | null =
    typeof value === 'string' ? { value, label: name === undefined ? unnamed : `${name} · ${sku}` } : null
  const { withAsterisk: _, placeholder, 'aria-required': required, ...rest } = input
  return (
    <>
      {error !== null && data === undefined && (
        <ErrorBlock error={error} title={t('productsFetchError')} shape="line" retry={() => void refetch()} />
      )}
      <SearchSelect
        {...rest}
        placeholder={placeholder}
        required={required === true}
        load={load}
        value={option}
        onChange={(next) => change(next?.value ?? null)}
        empty={t('productForm:noOtherProducts')}
      />
    </>
  )
}
