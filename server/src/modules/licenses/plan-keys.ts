import { maximumKeys } from '@trellis/contract/license-changes'
import type { ProductFacts } from '../catalogue/index.ts'
import { isRight, lackOf, type ResolvedItem, tooManyKeys } from './draft-rules.ts'

/*
 * Decides which keys a draft makes, without I/O. Seats of an upgrade right are taken of base keys, one key for each of them
 * (rules K6, K27).
 */

/** A key with seats that no upgrade key has taken. */
export interface FreeKey {
  licenseId: string
  serialKey: string
  productId: string
  /** The key whose ends hold for it. */
  termLicenseId: string
  free: number
}

export interface PlannedKey {
  licenseId: string
  item: ResolvedItem
  seats: number
  /** The key that it upgrades. */
  base: FreeKey | null
}

export interface KeyPlan {
  /** In the sequence of the items. */
  keys: PlannedKey[]
  /** What is missing of the base keys, or too much for one call. */
  errors: ReturnType<typeof lackOf>
}

/**
 * The keys of the items. Keys of the same draft are upgraded first: who makes both means them. Then those that the owner
 * holds, in the given sequence; or only the named ones.
 */
export function planKeys(items: readonly ResolvedItem[], held: readonly FreeKey[], newId: () => string): KeyPlan {
  const left = held.map((key) => ({ ...key }))
  const made: FreeKey[] = []
  const planned = new Map<ResolvedItem, PlannedKey[]>()
  const missing = new Map<ProductFacts, number>()
  for (const item of inSequence(items)) {
    const candidates = item.upgradeOf === null ? [...made, ...left] : namedOf(item.upgradeOf, left)
    const taken = isRight(item.product) ? take(item, candidates) : sizesOf(item, item.quantity)
    const keys = taken.map(({ seats, base = null }): PlannedKey => ({ licenseId: newId(), item, seats, base }))
    planned.set(item, keys)
    const lack = item.quantity - keys.reduce((sum, { seats }) => sum + seats, 0)
    if (lack > 0) missing.set(item.product, (missing.get(item.product) ?? 0) + lack)
    made.push(
      ...keys.map(({ licenseId, seats, base }) => ({
        ...{ licenseId, serialKey: '', productId: item.product.productId, free: seats },
        termLicenseId: base?.termLicenseId ?? licenseId,
      })),
    )
  }
  const counts = items.map((item) => ({ product: item.product, keys: planned.get(item)?.length ?? 0 }))
  return {
    keys: items.flatMap((item) => planned.get(item) ?? []),
    errors: [
      ...[...missing].flatMap(([product, seats]) => lackOf(product, 'base_key_missing', seats)),
      ...(counts.reduce((sum, { keys }) => sum + keys, 0) > maximumKeys ? tooManyKeys(counts) : []),
    ],
  }
}

interface Taken {
  seats: number
  base?: PlannedKey['base']
}

/** The sizes of the keys for this many seats: one key, or keys of one seat. */
const sizesOf = ({ separateKeys }: ResolvedItem, seats: number): Taken[] =>
  separateKeys ? Array.from({ length: seats }, () => ({ seats: 1 })) : [{ seats }]

/** Takes free seats of the base keys, as far as they go. */
function take(item: ResolvedItem, candidates: readonly FreeKey[]): Taken[] {
  let wanted = item.quantity
  return candidates.flatMap((key) => {
    const seats = key.productId === item.product.extendedProductId ? Math.min(key.free, wanted) : 0
    if (seats === 0) return []
    key.free -= seats
    wanted -= seats
    return sizesOf(item, seats).map((one) => ({ ...one, base: key }))
  })
}

/** The keys that are named, in that sequence. A name is all the spellings in which the key may be stored. */
const namedOf = (names: readonly (readonly string[])[], keys: FreeKey[]): FreeKey[] => [
  ...new Set(
    names.flatMap((spellings) => spellings.map((one) => keys.find((key) => key.serialKey === one)).find(Boolean) ?? []),
  ),
]

/** The items so that what is upgraded comes before what upgrades it. */
function inSequence(items: readonly ResolvedItem[]): ResolvedItem[] {
  const rights = new Map(
    items.filter(({ product }) => isRight(product)).map(({ product }) => [product.productId, product]),
  )
  const depthOf = (product: ProductFacts, above = 0): number => {
    if (!isRight(product) || above > rights.size) return 0
    const base = rights.get(product.extendedProductId ?? '')
    return 1 + (base === undefined ? 0 : depthOf(base, above + 1))
  }
  return [...items].sort((a, b) => depthOf(a.product) - depthOf(b.product))
}
