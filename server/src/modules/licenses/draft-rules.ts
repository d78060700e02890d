import type { LicenseDraft, LicenseError } from '@trellis/contract/license-changes'
import { maximumKeys } from '@trellis/contract/license-changes'
import { invalid, type Refusal } from '../../platform/refusal.ts'
import type { ProductFacts } from '../catalogue/index.ts'
import type { Line } from '../stock/index.ts'

/*
 * The rules for a draft of licenses, without I/O. An extension applies to every key of its item and costs one piece per
 * seat, like the license itself. An extension named twice applies and costs twice.
 */

type Item = LicenseDraft['items'][number]

/** An item of the draft with its products, all of which exist. */
export interface ResolvedItem {
  product: ProductFacts
  extensions: ProductFacts[]
  /** Number of seats, on one key or on separate keys. */
  quantity: number
  separateKeys: boolean
}

/** The ids of all products that the draft names. */
export const productIdsOf = (draft: LicenseDraft): string[] =>
  draft.items.flatMap((item) => [item.productId, ...item.extensions.map((extension) => extension.productId)])

/** The items with their products; undefined when a product does not exist in the tenant. */
export function resolve(draft: LicenseDraft, products: Map<string, ProductFacts>): ResolvedItem[] | undefined {
  const resolved = draft.items.map((item) => resolveItem(item, products))
  return resolved.every((item) => item !== undefined) ? resolved : undefined
}

function resolveItem(item: Item, products: Map<string, ProductFacts>): ResolvedItem | undefined {
  const product = products.get(item.productId.toLowerCase())
  const extensions = item.extensions.map(({ productId }) => products.get(productId.toLowerCase()))
  if (product === undefined || !extensions.every((extension) => extension !== undefined)) return undefined
  return { product, extensions, quantity: item.qt, separateKeys: item.generateSeparateKeys }
}

/** Refuses an extension with fewer pieces than the item has seats: the other seats would get it without paying. */
export function wrongExtensionQuantity(draft: LicenseDraft): Refusal | null {
  for (const [i, item] of draft.items.entries()) {
    const j = item.extensions.findIndex((extension) => extension.qt !== item.qt)
    if (j >= 0) return invalid(['items', i, 'extensions', j, 'qt'], 'one_per_seat', "Must be the item's quantity")
  }
  return null
}

/** What this many seats of an item take from the owner's stock. Trials take nothing. */
export const costOf = ({ product, extensions }: ResolvedItem, seats: number): Line[] =>
  [product, ...extensions].filter(({ isTrial }) => !isTrial).map(({ productId }) => ({ productId, quantity: seats }))

/** The license products without extensions; an order reference must cover these. */
export const licensedOf = (items: readonly ResolvedItem[]): Line[] =>
  items.map(({ product, quantity }) => ({ productId: product.productId, quantity }))

/** The faults of each item that do not depend on stock. */
export function faultsOf(items: readonly ResolvedItem[]): LicenseError[] {
  const faults = items.flatMap(({ product, extensions }) => [
    ...fault(product, product.status !== 'Active' ? 'not_active' : product.isLicense ? null : 'not_a_license'),
    ...extensions.flatMap((extension) => fault(extension, whyNoExtension(extension, product))),
  ])
  return [...faults, ...tooManyKeys(items)]
}

function whyNoExtension(extension: ProductFacts, product: ProductFacts): LicenseError['reason'] | null {
  if (extension.extendedProductId !== product.productId) return 'not_an_extension'
  return extension.status === 'Active' ? null : 'not_active'
}

const keysOf = ({ separateKeys, quantity }: ResolvedItem) => (separateKeys ? quantity : 1)

/** The items that exceed the number of keys allowed per call, each with the excess. */
function tooManyKeys(items: readonly ResolvedItem[]): LicenseError[] {
  let keys = 0
  return items.flatMap((item) => {
    const before = Math.max(keys, maximumKeys)
    keys += keysOf(item)
    return keys <= maximumKeys ? [] : fault(item.product, 'too_many_keys', keys - before)
  })
}

/**
 * The upgrade rights with more seats than there are of the product they upgrade: seats that the owner holds (`held`, by
 * product) plus those in the same draft. Earlier upgrade rights are not subtracted, because a later renewal needs the
 * same base again.
 */
export function missingBases(items: readonly ResolvedItem[], held: Map<string, number>): LicenseError[] {
  const made = sums(licensedOf(items))
  const rights = new Map(
    items.filter(({ product }) => isRight(product)).map(({ product }) => [product.productId, product]),
  )
  return [...rights.values()].flatMap((product) => {
    const base = product.extendedProductId ?? ''
    const missing = (made.get(product.productId) ?? 0) - (held.get(base) ?? 0) - (made.get(base) ?? 0)
    return missing > 0 ? fault(product, 'base_key_missing', missing) : []
  })
}

const isRight = (product: ProductFacts) => product.isUpgradeRight && product.extendedProductId !== null

/** The products of which the owner must hold keys for the draft's upgrade rights. */
export const basesOf = (items: readonly ResolvedItem[]): string[] =>
  items.flatMap(({ product }) => (isRight(product) && product.extendedProductId ? [product.extendedProductId] : []))

/** Total quantity by product. */
export function sums(lines: readonly Line[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { productId, quantity } of lines) totals.set(productId, (totals.get(productId) ?? 0) + quantity)
  return totals
}

function fault(product: ProductFacts, reason: LicenseError['reason'] | null, missing?: number): LicenseError[] {
  if (reason === null) return []
  const { productId, name: productName, sku } = product
  return [{ productId, productName, sku, reason, ...(missing !== undefined && { missing }) }]
}
