import { environmentTypes, type Product, ProductDraft, productStatuses } from '@trellis/contract/catalogue'
import { Id, perpetualYears, text } from '@trellis/contract/values'
import * as z from 'zod/mini'

const { shape } = ProductDraft

const years = z.int().check(z.minimum(0), z.maximum(perpetualYears))
const days = z.int().check(z.minimum(0), z.maximum(3650))

/** Asked even while other fields are not valid yet, so that everything missing is said at once. */
const needed = (path: keyof ProductInput, isMissing: (draft: ProductInput) => boolean) =>
  z.refine<ProductInput>((draft) => !isMissing(draft), { path: [path], error: 'required', when: () => true })

const Fields = z.object({
  sku: shape.sku,
  oemSku: text(64),
  name: shape.name,
  description: text(2000),
  priceMsrp: shape.priceMsrp,
  currencyId: z.nullable(z.int()),
  isLicense: z.boolean(),
  licensePrefix: text(12),
  licenseActivationRule: shape.licenseActivationRule,
  licenseMaxVersion: text(40),
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

/** What the form holds: every field has a value, and those of a license count only when it is one. */
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

/** As a new product starts (rules C1, C8). */
export const newProduct: ProductInput = {
  sku: '',
  oemSku: '',
  name: '',
  description: '',
  priceMsrp: 0,
  currencyId: null,
  isLicense: true,
  licensePrefix: '',
  licenseActivationRule: 'activation',
  licenseMaxVersion: '',
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
  extendedProductId: null,
  subscriptionId: null,
  originalProductId: null,
  airServerRequired: false,
  environmentType: 1,
  type: null,
  tenants: [],
  status: 'Pending',
}

/** A product as its editor shows it. */
export function inputOf(product: Product): ProductInput {
  return {
    sku: product.sku,
    oemSku: product.oemSku ?? '',
    name: product.name,
    description: product.description ?? '',
    priceMsrp: product.priceMsrp,
    currencyId: product.currency.currencyId,
    isLicense: product.isLicense,
    licensePrefix: product.licensePrefix ?? '',
    licenseActivationRule: product.licenseActivationRule,
    licenseMaxVersion: product.licenseMaxVersion ?? '',
    licenseIsPerpetual: product.licenseIsPerpetual,
    licenseDurationYears: product.licenseDurationYears,
    licenseDurationMonths: product.licenseDurationMonths,
    licenseDurationDays: product.licenseDurationDays,
    maintenanceIsPerpetual: product.maintenanceIsPerpetual,
    maintenanceDurationYears: product.maintenanceDurationYears,
    maintenanceDurationMonths: product.maintenanceDurationMonths,
    maintenanceDurationDays: product.maintenanceDurationDays,
    islicenseUpgradeRight: product.islicenseUpgradeRight,
    isLicenseTrial: product.isLicenseTrial,
    extendedProductId: product.extendedProductId,
    subscriptionId: product.subscriptionId,
    originalProductId: product.originalProductId,
    airServerRequired: product.airServerRequired,
    environmentType: product.environmentType,
    type: product.type?.id ?? null,
    tenants: product.tenants.map(({ id }) => id),
    status: product.status,
  }
}

/** The same product to be made once more: it needs a SKU of its own, and waits until it is activated. */
export const copyOf = (product: Product, name: string): ProductInput => ({
  ...inputOf(product),
  sku: '',
  name,
  status: 'Pending',
})

const licenseless = {
  licensePrefix: null,
  licenseActivationRule: null,
  licenseMaxVersion: null,
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

const orNull = (value: string) => (value.trim() === '' ? null : value)

/** What is sent of it. Without a license, nothing of one; the tenants only by whoever chooses them. */
export function payloadOf({ tenants, ...draft }: ProductOutput, choosesTenants: boolean): z.input<typeof ProductDraft> {
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
  }
}

/** A product as it is, to be saved with one thing changed; where it is published is left as it is. */
export const draftOf = (product: Product): z.input<typeof ProductDraft> => {
  const { tenants: _, ...draft } = inputOf(product)
  return { ...draft, oemSku: product.oemSku, licensePrefix: product.licensePrefix, description: product.description }
}
