import { useQuery } from '@tanstack/react-query'
import { catalogue } from '@trellis/contract/catalogue'
import { useCallback } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { type FieldProps, useField } from '../../ui/fields.ts'
import { type SearchOption, SearchSelect } from '../../ui/SearchSelect.tsx'
import { flatten, search } from '../../ui/tree.ts'

/** More than anybody reads; a few letters bring the others. */
const atMost = 50

interface ProductPickerProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  /** Not offered: the product that is being edited. */
  except?: string | undefined
  /** Names a product that is no longer offered, because it was deleted. */
  former?: { id: string | null; name: string | null } | undefined
}

/** Another product, found by name or SKU, as a field of a form. */
export function ProductPicker<In extends FieldValues, Out>({ except, former, ...field }: ProductPickerProps<In, Out>) {
  const { t } = useTranslation('products')
  const { value, change, input } = useField(field)
  const { data, error, refetch } = useQuery({ ...queryOf(catalogue.list), staleTime: 60_000 })
  const load = useCallback(
    async (typed: string): Promise<SearchOption[]> => {
      const offered = (data ?? []).filter(({ productId }) => productId !== except)
      const leaves = flatten(
        offered.map(({ productId, productName, sku }) => ({ id: productId, name: productName, hint: sku })),
      )
      return search(leaves, typed)
        .slice(0, atMost)
        .map(({ node }) => ({ value: node.id, label: node.name, hint: node.hint ?? undefined }))
    },
    [data, except],
  )
  const chosen = data?.find(({ productId }) => productId === value)
  const option: SearchOption | null =
    typeof value !== 'string'
      ? null
      : chosen
        ? { value, label: `${chosen.productName} · ${chosen.sku}` }
        : { value, label: (former?.id === value ? former.name : null) ?? (data === undefined ? '…' : value) }
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
        empty={t('form.noOtherProducts')}
      />
    </>
  )
}
