import {
  environmentTypes,
  type Product,
  ProductDraft,
  productStatuses,
  seatReclaimDaysAtMost,
  selfReleasesAtMost,
} from '@trellis/contract/catalogue'
import { type ExternalIds, externalIdsText } from '@trellis/contract/external-ids'
import { Id, perpetualYears, text } from '@trellis/contract/values'
import * as z from 'zod/mini'
import { ExternalIdsInput, externalIdsChange } from '../../app/externalIds.ts'

const { shape } = ProductDraft

const years = z.int().check(z.minimum(0), z.maximum(perpetualYears))
const days = z.int().check(z.minimum(0), z.maximum(3650))

/** A required check that also runs while other fields are invalid, so that all missing values are reported at once. */
const needed = (path: keyof ProductInput, isMissing: (draft: ProductInput) => boolean) =>
  z.refine<ProductInput>((draft) => !isMissing(draft), { path: [path], error: 'required', when: () => true })

const Fields = z.object({
  sku: shape.sku,
  oemSku: text(64),
  externalIds: ExternalIdsInput,
  name: shape.name,
  description: text(2000),
  priceMsrp: shape.priceMsrp,
  currencyId: z.nullable(z.int()),
  isLicense: z.boolean(),
  licensePrefix: text(12),
  licenseActivationRule: shape.licenseActivationRule,
  licenseMaxVersion: text(40),
  seatReclaimDays: z.nullable(z.int().check(z.minimum(1), z.maximum(seatReclaimDaysAtMost))),
  selfReleases: z.int().check(z.minimum(0), z.maximum(selfReleasesAtMost)),
  licenseIsPerpetual: z.boolean(),
  licenseDurationYears: years,
  licenseDurationMonths: years,
  licenseDurationDays: days,
  maintenanceIsPerpetual: z.boolean(),
  maintenanceDurationYears: years,
  maintenanceDurationMonths: years,
  maintenanceDurationDays: days,
  islicenseUpgradeRight: z.boolean(),
  isLicenseTrial: z.boolean(),
  extendedProductId: z.nullable(Id),
  subscriptionId: z.nullable(z.int()),
  originalProductId: z.nullable(Id),
  airServerRequired: z.boolean(),
  environmentType: z.literal(environmentTypes),
  type: z.nullable(Id),
  tenants: z.array(Id),
  status: z.enum(productStatuses),
})

export type ProductInput = z.input<typeof Fields>

/** The values of the form. License fields always have values, but are validated only when the product is a license. */
export const ProductFields = Fields.check(
  needed('licensePrefix', (draft) => draft.isLicense && !draft.licensePrefix),
  z.refine((draft) => !draft.isLicense || shape.licensePrefix.safeParse(draft.licensePrefix).success, {
    path: ['licensePrefix'],
    error: 'license_prefix',
  }),
  needed('licenseActivationRule', (draft) => draft.isLicense && !draft.licenseActivationRule),
  z.refine((draft) => !draft.isLicense || shape.licenseMaxVersion.safeParse(draft.licenseMaxVersion).success, {
    path: ['licenseMaxVersion'],
    error: 'version',
  }),
  needed('extendedProductId', (draft) => draft.isLicense && draft.islicenseUpgradeRight && !draft.extendedProductId),
  needed('subscriptionId', (draft) => draft.isLicense && !draft.islicenseUpgradeRight && draft.subscriptionId === null),
)
export type ProductOutput = z.output<typeof ProductFields>

/** A key without a term, and a product without keys. */
const noTerms = {
  seatReclaimDays: null,
  selfReleases: 0,
  licenseIsPerpetual: false,
  licenseDurationYears: 0,
  licenseDurationMonths: 0,
  licenseDurationDays: 0,
  maintenanceIsPerpetual: false,
  maintenanceDurationYears: 0,
  maintenanceDurationMonths: 0,
  maintenanceDurationDays: 0,
  islicenseUpgradeRight: false,
  isLicenseTrial: false,
  subscriptionId: null,
} as const

/** Default values of a new product (rules C1, C8). */
export const newProduct: ProductInput = {
  sku: '',
  oemSku: '',
  externalIds: '',
  name: '',
  description: '',
  priceMsrp: 0,
  currencyId: null,
  isLicense: true,
  licensePrefix: '',
  licenseActivationRule: 'activation',
  licenseMaxVersion: '',
  ...noTerms,
  extendedProductId: null,
  originalProductId: null,
  airServerRequired: false,
  environmentType: 1,
  type: null,
  tenants: [],
  status: 'Pending',
}

/** The form values of an existing product. */
export function inputOf(product: Product): ProductInput {
  const alike = Object.keys(newProduct).map((key) => [key, product[key as keyof Product]])
  return {
    ...(Object.fromEntries(alike) as ProductInput),
    oemSku: product.oemSku ?? '',
    externalIds: externalIdsText(product.externalIds),
    description: product.description ?? '',
    licensePrefix: product.licensePrefix ?? '',
    licenseMaxVersion: product.licenseMaxVersion ?? '',
    currencyId: product.currency.currencyId,
    type: product.type?.id ?? null,
    tenants: product.tenants.map(({ id }) => id),
  }
}

/** The form values of a copy: it needs its own SKU and ids, and starts pending. */
export const copyOf = (product: Product, name: string): ProductInput => ({
  ...inputOf(product),
  sku: '',
  externalIds: '',
  name,
  status: 'Pending',
})

const licenseless = {
  licensePrefix: null,
  licenseActivationRule: null,
  licenseMaxVersion: null,
  ...noTerms,
} as const

const orNull = (value: string) => (value.trim() === '' ? null : value)

/**
 * The payload of the form. Without a license, its fields are reset; tenants are sent only by users who choose them, and of the ids of
 * other systems what differs from those that the product has.
 */
export function payloadOf(
  { tenants, externalIds, ...draft }: ProductOutput,
  choosesTenants: boolean,
  known: ExternalIds = {},
): z.input<typeof ProductDraft> {
  const changedIds = externalIdsChange(externalIds, known)
  return {
    ...draft,
    sku: draft.sku.trim(),
    name: draft.name.trim(),
    oemSku: orNull(draft.oemSku.trim()),
    description: orNull(draft.description),
    licensePrefix: orNull(draft.licensePrefix),
    licenseMaxVersion: orNull(draft.licenseMaxVersion),
    ...(draft.isLicense ? {} : licenseless),
    ...(choosesTenants ? { tenants } : {}),
    ...(changedIds && { externalIds: changedIds }),
  }
}

/**
 * The payload that saves a product unchanged, for changing one field. Its tenants and the ids of other systems are not sent and so
 * stay as they are.
 */
export const draftOf = (product: Product): z.input<typeof ProductDraft> => {
  const { tenants: _, externalIds: __, ...draft } = inputOf(product)
  return { ...draft, oemSku: product.oemSku, licensePrefix: product.licensePrefix, description: product.description }
}
