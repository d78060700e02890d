import * as z from 'zod/mini'
import { endpoint, searchOf } from './endpoint.ts'
import { ExternalIds, externalIdsField } from './external-ids.ts'
import { QuantityBreaks } from './quantity-breaks.ts'
import { after, listOf } from './search.ts'
import { Currency } from './tenants.ts'
import {
  Amount,
  ById,
  Created,
  Id,
  Instant,
  keyText,
  Money,
  NumberId,
  Reference,
  requiredText,
  text,
} from './values.ts'

export const productStatuses = ['Active', 'Pending', 'Deleted'] as const
export type ProductStatus = (typeof productStatuses)[number]

/** The license starts on activation, or on the first day of the month after it (rules K4). */
export const activationRules = ['firstnextmonth', 'activation'] as const

/** 1 cloud, 2 on-premise (rules C8). */
export const environmentTypes = [1, 2] as const
const EnvironmentType = z.union([z.literal(1), z.literal(2)])

/** Bounds of what a product says about the seats of its keys (rules K29, K31). */
export const seatReclaimDaysAtMost = 3650
export const selfReleasesAtMost = 1000

export const discountTypes = ['percentage', 'amount'] as const
export const DiscountType = z.nullable(z.enum(discountTypes))

export const Product = z.object({
  productId: Id,
  sku: z.string(),
  oemSku: z.nullable(z.string()),
  /** Those of the reader's tenant. */
  externalIds: ExternalIds,
  /** SKU of the product that this one extends. */
  extendedSku: z.nullable(z.string()),
  name: z.string(),
  description: z.nullable(z.string()),
  priceMsrp: Amount,
  /**
   * The price that the reader's account pays: that of its effective price list; for the root without a list, the MSRP.
   * Null when it cannot buy the product.
   */
  customPrice: z.nullable(Amount),
  currency: Currency,
  /** Pieces the reader's account has on hand. */
  stock: z.int(),
  isLicense: z.boolean(),
  licensePrefix: z.nullable(z.string()),
  licenseIsPerpetual: z.boolean(),
  licenseDurationYears: z.int(),
  licenseDurationMonths: z.int(),
  licenseDurationDays: z.int(),
  maintenanceIsPerpetual: z.boolean(),
  maintenanceDurationYears: z.int(),
  maintenanceDurationMonths: z.int(),
  maintenanceDurationDays: z.int(),
  licenseActivationRule: z.nullable(z.enum(activationRules)),
  licenseMaxVersion: z.nullable(z.string()),
  seatReclaimDays: z.nullable(z.int()),
  selfReleases: z.int(),
  islicenseUpgradeRight: z.boolean(),
  isLicenseTrial: z.boolean(),
  extendedProductId: z.nullable(Id),
  subscriptionId: z.nullable(z.int()),
  originalProductId: z.nullable(Id),
  airServerRequired: z.boolean(),
  environmentType: EnvironmentType,
  status: z.enum(productStatuses),
  type: z.nullable(Reference),
  tenants: z.array(Reference),
  /** The tenant that owns the product and publishes it here; null for a product of one's own, and for who does not see all. */
  publishedBy: z.nullable(Reference),
  creationDate: Instant,
  /** The time of its newest event. */
  modifiedDate: Instant,
  createdBy: z.nullable(z.string()),
  priceListId: z.nullable(Id),
  priceListName: z.nullable(z.string()),
  customPriceCurrencyId: z.nullable(z.int()),
  customPriceDiscountType: DiscountType,
  customPriceDiscountAmount: z.nullable(Amount),
  /** Lower prices for the reader's account from a number of pieces in one order on. */
  quantityBreaks: QuantityBreaks,
  blocked: z.object({ update: z.nullable(z.string()), delete: z.nullable(z.string()) }),
})
export type Product = z.output<typeof Product>

const duration = z._default(z.int().check(z.minimum(0), z.maximum(255)), 0)
const days = z._default(z.int().check(z.minimum(0), z.maximum(3650)), 0)

/**
 * What the editor sends. A license product needs a prefix and an activation rule, and either a subscription or, with an
 * upgrade right, the product that it extends.
 */
export const ProductDraft = z
  .strictObject({
    sku: keyText(64),
    oemSku: z.optional(z.nullable(text(64))),
    externalIds: externalIdsField,
    name: requiredText(),
    description: z.optional(z.nullable(text(2000))),
    priceMsrp: Money,
    currencyId: z.optional(z.nullable(NumberId)),
    isLicense: z._default(z.boolean(), false),
    licensePrefix: z.optional(
      z.nullable(z.string().check(z.maxLength(12), z.regex(/^[A-Z0-9]*$/, { error: 'license_prefix' }))),
    ),
    licenseActivationRule: z.optional(z.nullable(z.enum(activationRules))),
    licenseMaxVersion: z.optional(
      z.nullable(z.string().check(z.regex(/^(\d{1,9}(\.\d{1,9}){0,3})?$/, { error: 'version' }))),
    ),
    seatReclaimDays: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(seatReclaimDaysAtMost)))),
    selfReleases: z._default(z.int().check(z.minimum(0), z.maximum(selfReleasesAtMost)), 0),
    licenseIsPerpetual: z._default(z.boolean(), false),
    licenseDurationYears: duration,
    licenseDurationMonths: duration,
    licenseDurationDays: days,
    maintenanceIsPerpetual: z._default(z.boolean(), false),
    maintenanceDurationYears: duration,
    maintenanceDurationMonths: duration,
    maintenanceDurationDays: days,
    islicenseUpgradeRight: z._default(z.boolean(), false),
    isLicenseTrial: z._default(z.boolean(), false),
    extendedProductId: z.optional(z.nullable(Id)),
    subscriptionId: z.optional(z.nullable(NumberId)),
    originalProductId: z.optional(z.nullable(Id)),
    airServerRequired: z._default(z.boolean(), false),
    environmentType: z._default(EnvironmentType, 1),
    /** The product type: its id, or the object that the API answered with. */
    type: z.optional(z.nullable(z.union([Id, z.strictObject({ id: Id, name: z.optional(z.string()) })]))),
    tenants: z.optional(z.array(Id).check(z.maxLength(100))),
    status: z.optional(z.enum(productStatuses)),
  })
  .check(
    z.refine((p) => !p.isLicense || !!p.licensePrefix, { path: ['licensePrefix'], error: 'required' }),
    z.refine((p) => !p.isLicense || !!p.licenseActivationRule, { path: ['licenseActivationRule'], error: 'required' }),
    z.refine((p) => !p.isLicense || !p.islicenseUpgradeRight || !!p.extendedProductId, {
      path: ['extendedProductId'],
      error: 'required',
    }),
    z.refine((p) => !p.isLicense || p.islicenseUpgradeRight || p.subscriptionId != null, {
      path: ['subscriptionId'],
      error: 'required',
    }),
  )
export type ProductDraft = z.output<typeof ProductDraft>

export const productList = listOf({
  item: Product,
  ids: ['productId'],
  sort: 'name',
  fields: {
    /** Words, in any order (rules H1): of the name, the SKUs, the type, and ids of other systems as a whole. */
    anything: { filter: 'text' },
    productId: { sort: true, filter: 'exact' },
    after,
    sku: { sort: true, filter: 'text' },
    oemSku: { sort: true, filter: 'text' },
    /** `sap:4711`, or `4711` for that id in any system. */
    externalId: { filter: 'exact' },
    name: { sort: true, filter: 'text' },
    status: { sort: true, filter: 'choice' },
    environmentType: { sort: true, filter: 'number' },
    price: { path: 'priceMsrp', sort: true, filter: 'exact' },
    creationDate: { sort: true, between: true },
    modifiedDate: { sort: true, between: true },
    typeName: { path: 'type.name', sort: true, filter: 'text' },
  },
})
export const ProductSearch = productList.search

export const ProductName = z.object({ productId: Id, productName: z.string(), sku: z.string() })

export const FeatureType = z.enum(['dateTime', 'string', 'double', 'int', 'bool', 'object'])
export const FeatureEntry = z.object({ id: Id, name: z.string(), typeId: z.int(), typeName: FeatureType })

export const catalogue = {
  search: searchOf(productList, {
    path: '/pricelists/products/search',
    summary: "Products the reader sees, with the reader's price",
    permission: 'Products:r',
    exportedAs: 'catalogue.search',
    refusals: ['RQ404'],
  }),
  fetch: endpoint({
    method: 'GET',
    path: '/pricelists/products/fetch/:id',
    summary: 'A product as the editor needs it',
    permission: 'Products:r',
    params: ById,
    answer: Product,
    refusals: ['RQ404'],
  }),
  readPriced: endpoint({
    method: 'GET',
    path: '/pricelists/products/:id',
    summary: "A product with the reader's effective price",
    permission: 'Products:r',
    params: ById,
    answer: Product,
    refusals: ['RQ404'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/products',
    summary: 'Names and ids of the products the reader sees, for selectors',
    permission: 'Products:r',
    answer: z.array(ProductName),
  }),
  create: endpoint({
    method: 'POST',
    path: '/products',
    summary: 'Create a product; it is Pending until its editor makes it Active',
    permission: 'Products:c',
    body: ProductDraft,
    answer: Created,
    status: 201,
    refusals: ['PD409', 'RQ403', 'RQ404'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/products/:id',
    summary: 'One product',
    permission: 'Products:r',
    params: ById,
    answer: Product,
    refusals: ['RQ404'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/products/:id',
    summary: 'Change a product',
    permission: 'Products:u',
    params: ById,
    body: ProductDraft,
    answer: Product,
    refusals: ['PD409', 'RQ403', 'RQ404', 'RQ409'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/products/:id',
    summary: 'Remove a product, or mark it Deleted when orders, price lists or licenses refer to it',
    permission: 'Products:d',
    params: ById,
    refusals: ['RQ403', 'RQ404'],
  }),
  removal: endpoint({
    method: 'POST',
    path: '/products/:id/removal',
    summary: 'Whether deleting a product would remove it or mark it Deleted; nothing is changed',
    permission: 'Products:d',
    params: ById,
    answer: z.object({ outcome: z.enum(['removed', 'marked']) }),
    refusals: ['RQ403', 'RQ404'],
  }),
  extensions: endpoint({
    method: 'GET',
    path: '/products/:id/extensions',
    summary: 'Active products that extend this one',
    permission: 'Products:r',
    params: ById,
    answer: z.array(Product),
    refusals: ['RQ404'],
  }),
  typesLookup: endpoint({
    method: 'GET',
    path: '/productsType/lookup',
    summary: 'Product types',
    permission: 'session',
    answer: z.array(Reference),
  }),
  featuresLookup: endpoint({
    method: 'GET',
    path: '/productsType/features/lookup',
    summary: 'Features',
    permission: 'session',
    answer: z.array(FeatureEntry),
  }),
}
