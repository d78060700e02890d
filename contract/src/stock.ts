import * as z from 'zod/mini'
import { endpoint, searchOf } from './endpoint.ts'
import { QuantityBreaks } from './quantity-breaks.ts'
import { listOf, pageOf, pageQuery } from './search.ts'
import { Amount, Balance, DateOrInstant, Id, Instant, maximumQuantity } from './values.ts'

/** Why a balance changed. `import` is an opening balance; `license` is what creating license keys consumed. */
export const movementReasons = ['issue', 'sale', 'purchase', 'revoke', 'license', 'import'] as const

export const StockRow = z.object({
  accountId: Id,
  accountName: z.string(),
  productId: Id,
  productName: z.string(),
  productDescription: z.nullable(z.string()),
  sku: z.string(),
  quantity: Balance,
  /** On hand − held by the account's pending sales. */
  available: Balance,
  /** Warn when fewer pieces than this are available; null: no warning (rules S6). */
  threshold: z.nullable(z.int()),
  extendedProductId: z.nullable(Id),
  isLicense: z.boolean(),
})
export type StockRow = z.output<typeof StockRow>

/** A product that a buyer can be sold, at the buyer's price, and the nearest account above that has it in stock. */
export const SellableProduct = z.object({
  productId: Id,
  sku: z.string(),
  productName: z.string(),
  isLicense: z.boolean(),
  price: Amount,
  currencyId: z.int(),
  priceListId: z.nullable(Id),
  priceListName: z.nullable(z.string()),
  /** Lower prices from a number of pieces in one order on. */
  quantityBreaks: QuantityBreaks,
  vendorAccountId: Id,
  available: Balance,
})
export type SellableProduct = z.output<typeof SellableProduct>

export const Movement = z.object({
  movementId: Id,
  productId: Id,
  sku: z.string(),
  productName: z.string(),
  quantity: Balance,
  reason: z.enum(movementReasons),
  orderId: z.nullable(Id),
  orderCode: z.nullable(z.string()),
  serialKey: z.nullable(z.string()),
  creationDate: Instant,
  createdBy: z.nullable(z.string()),
})

export const stockList = listOf({
  item: StockRow,
  ids: ['accountId', 'productId'],
  sort: 'sku',
  fields: {
    /** Words, in any order (rules H1): of the product's SKU and name, and of the account's name. */
    anything: { filter: 'text' },
    sku: { sort: true, filter: 'text' },
    productName: { sort: true, filter: 'text' },
    quantity: { sort: true, filter: 'exact' },
    productId: { filter: 'exact' },
    isLicense: { filter: 'flag' },
    belowThreshold: { filter: 'flag' },
    creationDate: { between: true },
  },
})
export const StockSearch = stockList.search

/** A warning threshold of one account; null removes it. */
export const ThresholdChange = z.strictObject({
  productId: Id,
  threshold: z.nullable(z.int().check(z.minimum(1), z.maximum(maximumQuantity))),
})
export type ThresholdChange = z.output<typeof ThresholdChange>

const ByAccountId = z.strictObject({ accountId: Id })
export const stock = {
  search: searchOf(stockList, {
    path: '/orders/stock/search',
    summary: 'Stock of an account, and of those below it on request',
    permission: 'Stocks:r',
    exportedAs: 'stock.search',
    refusals: ['RQ404'],
  }),
  available: endpoint({
    method: 'GET',
    path: '/orders/stock/available',
    summary:
      'What a buyer can be sold: products of its effective price list, from the nearest account above that has them',
    permission: 'Orders:r',
    query: z.strictObject({ buyerAccountId: Id }),
    answer: z.array(SellableProduct),
    refusals: ['RQ404'],
  }),
  ofAccount: endpoint({
    method: 'GET',
    path: '/orders/stock/:accountId',
    summary: 'All stock rows of one account',
    permission: 'Stocks:r',
    params: ByAccountId,
    answer: z.array(StockRow),
    refusals: ['RQ404'],
  }),
  movements: endpoint({
    method: 'GET',
    path: '/orders/stock/:accountId/movements',
    summary: 'The ledger of one account, newest first',
    permission: 'Stocks:r',
    params: ByAccountId,
    query: z.strictObject({
      productId: z.optional(Id),
      reason: z.optional(z.enum(movementReasons)),
      from: z.optional(DateOrInstant),
      to: z.optional(DateOrInstant),
      ...pageQuery,
    }),
    answer: pageOf(Movement),
    refusals: ['RQ404'],
  }),
  setThreshold: endpoint({
    method: 'PUT',
    path: '/orders/stock/:accountId/threshold',
    summary: 'Set or remove the warning threshold of a product in the stock of an account',
    permission: 'Stocks:u',
    params: ByAccountId,
    body: ThresholdChange,
    answer: StockRow,
    refusals: ['RQ404'],
  }),
}
