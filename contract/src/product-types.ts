import * as z from 'zod/mini'
import { FeatureType } from './catalogue.ts'
import { endpoint, searchOf } from './endpoint.ts'
import { listOf } from './search.ts'
import { ById, Created, Id, Instant, keyText, requiredText, text } from './values.ts'

/** Feature types by their number on the wire (rules C9). */
export const featureTypeNames = {
  1: 'double',
  2: 'bool',
  3: 'string',
  4: 'object',
  5: 'dateTime',
  6: 'int',
} as const satisfies Record<number, z.output<typeof FeatureType>>
export type FeatureTypeId = keyof typeof featureTypeNames
export type FeatureTypeName = (typeof featureTypeNames)[FeatureTypeId]

const FeatureTypeNumber = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6)])

/** Maximum length of a feature's value as JSON text. */
export const maximumFeatureValue = 10_000

/** All values that a feature can have; its type decides which are valid (`fitsFeatureType`). */
export const FeatureValue = z.nullable(
  z.union([text(2000), z.number(), z.boolean(), z.record(z.string(), z.unknown())]),
)
export type FeatureValue = z.output<typeof FeatureValue>

/** PostgreSQL's jsonb cannot store a NUL or an unpaired surrogate, at any depth of the value. */
function isHeld(value: unknown): boolean {
  if (typeof value === 'string') return !/\0|\p{Surrogate}/u.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, each]) => isHeld(key) && isHeld(each))
}

const instant = z.iso.datetime({ offset: true })
const fits: Record<FeatureTypeName, (value: NonNullable<FeatureValue>) => boolean> = {
  double: (value) => typeof value === 'number' && Number.isFinite(value),
  int: (value) => Number.isSafeInteger(value),
  bool: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  dateTime: (value) => typeof value === 'string' && instant.safeParse(value).success,
  object: (value) => typeof value === 'object' && JSON.stringify(value).length <= maximumFeatureValue && isHeld(value),
}

/** Whether a value is valid for a feature type. Null is valid for every type. */
export const fitsFeatureType = (type: FeatureTypeName, value: FeatureValue): boolean =>
  value === null || fits[type](value)

const Blocked = z.object({ update: z.nullable(z.string()), delete: z.nullable(z.string()) })

export const Feature = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  typeId: z.int(),
  typeName: FeatureType,
  creationDate: Instant,
  /** Number of product types that have the feature. */
  productTypes: z.int(),
  blocked: Blocked,
})
export type Feature = z.output<typeof Feature>

/** A feature within a product type. */
export const TypeFeature = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  typeId: z.int(),
  typeName: FeatureType,
  value: FeatureValue,
})
export type TypeFeature = z.output<typeof TypeFeature>

export const ProductType = z.object({
  id: Id,
  name: z.string(),
  description: z.nullable(z.string()),
  creationDate: Instant,
  createdBy: z.nullable(z.string()),
  /** Sorted by name. Features of a type that this version does not know are left out here, but kept. */
  features: z.array(TypeFeature),
  /** Number of products of this type that the reader sees. */
  products: z.int(),
  blocked: Blocked,
})
export type ProductType = z.output<typeof ProductType>

const FeatureSetting = z.strictObject({ id: Id, value: z.optional(FeatureValue) })

export const ProductTypeDraft = z.strictObject({
  name: keyText(),
  description: z.optional(z.nullable(text(2000))),
  /** The complete new set of features; absent: not changed. */
  features: z.optional(z.array(FeatureSetting).check(z.maxLength(500))),
})
export type ProductTypeDraft = z.output<typeof ProductTypeDraft>

export const NewFeature = z.strictObject({
  name: keyText(),
  description: requiredText(2000),
  typeId: FeatureTypeNumber,
})
export const FeatureDraft = z.strictObject({ name: keyText(), description: requiredText(2000) })

export const productTypeList = listOf({
  item: ProductType,
  ids: ['id'],
  sort: 'name',
  fields: {
    /** Words, in any order (rules H1): of the name, and of the names of the features. */
    anything: { filter: 'text' },
    name: { sort: true, filter: 'text' },
    creationDate: { sort: true, between: true },
  },
})
export const ProductTypeSearch = productTypeList.search
export const featureList = listOf({
  item: Feature,
  ids: ['id'],
  sort: 'name',
  fields: {
    /** Words, in any order (rules H1): of the name and the description. */
    anything: { filter: 'text' },
    id: { filter: 'exact' },
    name: { sort: true, filter: 'text' },
    typeName: { sort: true, filter: 'choice' },
    creationDate: { sort: true, between: true },
  },
})
export const FeatureSearch = featureList.search

export const productTypes = {
  search: searchOf(productTypeList, {
    path: '/productsType/search',
    summary: 'Product types with their features and values',
    permission: 'ProductTypes:r',
    exportedAs: 'productTypes.search',
  }),
  create: endpoint({
    method: 'POST',
    path: '/productsType',
    summary: 'Create a product type',
    permission: 'ProductTypes:c',
    body: ProductTypeDraft,
    answer: Created,
    status: 201,
    refusals: ['RQ404'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/productsType/:id',
    summary: 'One product type',
    permission: 'ProductTypes:r',
    params: ById,
    answer: ProductType,
    refusals: ['RQ404'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/productsType/:id',
    summary: 'Change a product type and the features it has',
    permission: 'ProductTypes:u',
    params: ById,
    body: ProductTypeDraft,
    answer: ProductType,
    refusals: ['RQ404'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/productsType/:id',
    summary: 'Delete a product type that no product has',
    permission: 'ProductTypes:d',
    params: ById,
    refusals: ['RQ404', 'RQ409'],
  }),
  searchFeatures: searchOf(featureList, {
    path: '/productsType/features/search',
    summary: 'Features',
    permission: 'ProductTypes:r',
    exportedAs: 'productTypes.searchFeatures',
  }),
  createFeature: endpoint({
    method: 'POST',
    path: '/productsType/features',
    summary: 'Create a feature',
    permission: 'ProductTypes:c',
    body: NewFeature,
    answer: Created,
    status: 201,
  }),
  updateFeature: endpoint({
    method: 'PUT',
    path: '/productsType/features/:id',
    summary: 'Rename or describe a feature; its type stays',
    permission: 'ProductTypes:u',
    params: ById,
    body: FeatureDraft,
    answer: Feature,
    refusals: ['RQ404'],
  }),
  removeFeature: endpoint({
    method: 'DELETE',
    path: '/productsType/features/:id',
    summary: 'Delete a feature that no product type has',
    permission: 'ProductTypes:d',
    params: ById,
    refusals: ['RQ404', 'RQ409'],
  }),
}
