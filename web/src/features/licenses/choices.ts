import { useQuery } from '@tanstack/react-query'
import { catalogue } from '@trellis/contract/catalogue'
import { licenses } from '@trellis/contract/licenses'
import type { Order } from '@trellis/contract/orders'
import { orders } from '@trellis/contract/orders'
import { maximumLimit } from '@trellis/contract/search'
import { stock } from '@trellis/contract/stock'
import { queryOf } from '../../app/queries.ts'
import { businessNow } from '../../ui/now.ts'

/** A product of which keys can be created: a license product with stock, or a trial, which needs no stock. */
export interface Licensable {
  productId: string
  name: string
  sku: string
  /** Pieces on hand; null means unlimited. */
  available: number | null
  /** The product whose keys it upgrades. */
  upgrades: string | null
}

/** A key with seats that no upgrade key has taken. */
export interface BaseKey {
  serialKey: string
  free: number
  isStarted: boolean
  /** Null: it has no end, or has not started. */
  expirationDate: string | null
}

/** The products of which an account can create keys, and its available quantity of each product. */
export function useLicensables(ownerAccountId: string): {
  products: Licensable[]
  available: Map<string, number>
  loading: boolean
  /** The error when they could not be loaded, otherwise null. */
  error: unknown
  retry: () => void
} {
  const held = useQuery(
    queryOf(stock.search, {
      body: {
        parentAccountId: ownerAccountId,
        limit: maximumLimit,
        filterBy: [{ field: 'isLicense', values: [true] }],
      },
    }),
  )
  const catalog = useQuery(
    queryOf(catalogue.search, {
      body: { limit: maximumLimit, filterBy: [{ field: 'status', values: ['Active'] }] },
    }),
  )
  const rows = held.data?.items ?? []
  const onHand = rows.filter((row) => row.available > 0 && row.extendedProductId === null)
  const rights = rows.filter((row) => row.available > 0 && row.extendedProductId !== null)
  const upgrades = new Map(
    catalog.data?.items.flatMap(({ productId, islicenseUpgradeRight, extendedProductId }) =>
      islicenseUpgradeRight ? [[productId, extendedProductId] as const] : [],
    ),
  )
  const trials = catalog.data?.items.filter((product) => product.isLicenseTrial) ?? []
  const products = [
    ...[...onHand, ...rights.filter((row) => upgrades.has(row.productId))].map((row) => ({
      productId: row.productId,
      name: row.productName,
      sku: row.sku,
      available: row.available,
      upgrades: upgrades.get(row.productId) ?? null,
    })),
    ...trials.map(({ productId, name, sku }) => ({
      ...{ productId, name, sku, available: null },
      upgrades: upgrades.get(productId) ?? null,
    })),
  ].sort((a, b) => a.name.localeCompare(b.name))
  return {
    products,
    available: new Map(rows.map((row) => [row.productId, row.available])),
    loading: held.isPending || catalog.isPending,
    error: held.data && catalog.data ? null : (held.error ?? catalog.error),
    retry: () => {
      for (const query of [held, catalog]) if (query.isError) void query.refetch()
    },
  }
}

/** Approved purchases of an account, newest first, as reference for the license. */
export function useOrderReferences(ownerAccountId: string): { orders: Order[]; isFailed: boolean } {
  const { data, isError } = useQuery(
    queryOf(orders.sellIn, {
      body: {
        parentAccountId: ownerAccountId,
        includeChildren: false,
        limit: 200,
        filterBy: [{ field: 'status', values: ['approved'] }],
        sortBy: [{ field: 'creationDate', direction: 'desc' }],
      },
    }),
  )
  return { orders: data?.items ?? [], isFailed: isError && data === undefined }
}

/** The products that extend a product's license. */
export function useExtensions(productId: string | null) {
  const { data } = useQuery({
    ...queryOf(catalogue.extensions, { params: { id: productId ?? '' } }),
    enabled: productId !== null,
  })
  return productId === null ? [] : (data ?? []).filter((product) => !product.islicenseUpgradeRight)
}

/** Most keys that are offered to be upgraded; the portal finds the others by itself. */
const maximumBases = 200

/** The owner's living keys of a product with free seats, those that end last first; none without a product. */
export function useBaseKeys(ownerAccountId: string, productId: string | null): { keys: BaseKey[]; loading: boolean } {
  const query = useQuery({
    ...queryOf(licenses.search, {
      body: {
        parentAccountId: ownerAccountId,
        includeChildren: false,
        limit: maximumBases,
        filterBy: [{ field: 'productId', values: [productId ?? ''] }],
        sortBy: [{ field: 'expirationDate', direction: 'desc' }],
      },
    }),
    enabled: productId !== null,
  })
  const keys = (query.data?.items ?? []).flatMap((key): BaseKey[] => {
    const expirationDate = key.upgradeOf === null ? key.expirationDate : key.upgradeOf.expirationDate
    const isLiving = expirationDate === null || Date.parse(expirationDate) > businessNow()
    const free = key.seats - key.upgradedSeats
    if (!isLiving || free === 0) return []
    return [{ serialKey: key.serialKey, free, isStarted: key.activationDate !== null, expirationDate }]
  })
  return { keys, loading: productId !== null && query.isPending }
}
