import { type ReactNode, type Ref, useCallback } from 'react'
import type { ComboFieldProps } from '../../ui/ComboField.tsx'
import { type SearchOption, SearchSelect } from '../../ui/SearchSelect.tsx'
import { flatten, search } from '../../ui/tree.ts'
import type { Product } from './lines.ts'

/** Maximum number of options; typing finds the others. */
const atMost = 50

interface ProductPickerProps<Offered extends Product> extends ComboFieldProps {
  ref?: Ref<HTMLInputElement>
  products: readonly Offered[]
  /** Beside a product, usually its price. Keep the function stable. */
  asideOf: (product: Offered) => ReactNode
  /** Said after the SKU of a product. */
  noteOf?: ((product: Offered) => string | null) | undefined
  isOff?: ((product: Offered) => boolean) | undefined
  /** Shown when there is no product at all. */
  empty?: string | undefined
  onChoose: (product: Offered) => void
}

/** Finds a product by name or SKU. It stays empty: choosing adds a line elsewhere. */
export function ProductPicker<Offered extends Product>(props: ProductPickerProps<Offered>) {
  const { products, asideOf, noteOf, isOff, onChoose, ...field } = props
  const load = useCallback(
    async (typed: string): Promise<SearchOption[]> => {
      const leaves = flatten(products.map(({ productId, name, sku }) => ({ id: productId, name, hint: sku })))
      const byId = new Map(products.map((product) => [product.productId, product]))
      return search(leaves, typed)
        .slice(0, atMost)
        .flatMap(({ node }) => {
          const product = byId.get(node.id)
          if (product === undefined) return []
          return {
            value: product.productId,
            label: product.name,
            hint: [product.sku, noteOf?.(product)].filter(Boolean).join(' · '),
            aside: asideOf(product),
            disabled: isOff?.(product),
          }
        })
    },
    [products, asideOf, noteOf, isOff],
  )
  return (
    <SearchSelect
      {...field}
      load={load}
      value={null}
      onChange={(option) => {
        const product = products.find(({ productId }) => productId === option?.value)
        if (product) onChoose(product)
      }}
    />
  )
}
