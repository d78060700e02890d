import type { LicenseDraft, LicenseError } from '@trellis/contract/license-changes'
import { maximumKeys } from '@trellis/contract/license-changes'
import { invalid, type Refusal } from '../../platform/refusal.ts'
import type { ProductFacts } from '../catalogue/index.ts'
import type { Line } from '../stock/index.ts'
import { spellingsOf } from './spellings.ts'

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
  /** The base keys that are named, each in the spellings in which it may be stored; null: none is named. */
  upgradeOf: string[][] | null
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
  const { qt: quantity, generateSeparateKeys: separateKeys } = item
  return { product, extensions, quantity, separateKeys, upgradeOf: item.upgradeOf?.map(spellingsOf) ?? null }
}

/** Refuses base keys at an item whose product upgrades none. */
export function wrongUpgrade(items: readonly ResolvedItem[]): Refusal | null {
  const place = items.findIndex(({ product, upgradeOf }) => upgradeOf !== null && !isRight(product))
  return place < 0 ? null : invalid(['items', place, 'upgradeOf'], 'not_an_upgrade', 'The product upgrades no key')
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
  return [...faults, ...tooManyKeys(items.map((item) => ({ product: item.product, keys: keysOf(item) })))]
}

function whyNoExtension(extension: ProductFacts, product: ProductFacts): LicenseError['reason'] | null {
  // An upgrade right takes the seats of a base key: it is a key of its own and prolongs none.
  if (extension.extendedProductId !== product.productId || extension.isUpgradeRight) return 'not_an_extension'
  return extension.status === 'Active' ? null : 'not_active'
}

const keysOf = ({ separateKeys, quantity }: ResolvedItem) => (separateKeys ? quantity : 1)

/** The items that exceed the number of keys allowed per call, each with the excess. */
export function tooManyKeys(items: readonly { product: ProductFacts; keys: number }[]): LicenseError[] {
  let total = 0
  return items.flatMap(({ product, keys }) => {
    const before = Math.max(total, maximumKeys)
    total += keys
    return total <= maximumKeys ? [] : fault(product, 'too_many_keys', total - before)
  })
}

/** Whether keys of the product take seats of the keys of the product that it extends (rules K6). */
export const isRight = (product: ProductFacts): boolean => product.isUpgradeRight && product.extendedProductId !== null

/** The seats of base keys that the draft needs, by product. */
export const neededBases = (items: readonly ResolvedItem[]): Map<string, number> =>
  sums(
    items
      .filter(({ product }) => isRight(product))
      .map(({ product, quantity }) => ({ productId: product.extendedProductId ?? '', quantity })),
  )

/** Total quantity by product. */
export function sums(lines: readonly Line[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { productId, quantity } of lines) totals.set(productId, (totals.get(productId) ?? 0) + quantity)
  return totals
}

export const lackOf = (product: ProductFacts, reason: LicenseError['reason'], missing: number): LicenseError[] =>
  fault(product, reason, missing)

function fault(product: ProductFacts, reason: LicenseError['reason'] | null, missing?: number): LicenseError[] {
  if (reason === null) return []
  const { productId, name: productName, sku } = product
  return [{ productId, productName, sku, reason, ...(missing !== undefined && { missing }) }]
}
