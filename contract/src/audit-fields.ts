import type { AuditedEntity } from './audit-actions.ts'

/** What the value of a field is: the id of a record, or how it is written. A list has the kind of its elements. */
export type FieldKind =
  | AuditedEntity
  | 'text'
  /** Codes, keys and ids, which are compared letter by letter. */
  | 'code'
  | 'number'
  | 'money'
  /** A percentage or an amount of money, as `customPriceDiscountType` beside it says. */
  | 'discount'
  /** 20 is 20 %. */
  | 'percentage'
  | 'bytes'
  | 'instant'
  | 'flag'
  | 'color'
  | 'country'
  /** The number of a currency (ISO 4217). */
  | 'currency'
  /** One of a fixed set of words, such as a status. */
  | 'words'
  /** The name of a role. */
  | 'role_name'
  /** Has fields of its own. */
  | 'facts'
  /** Whatever somebody else defined: shown as it is. */
  | 'anything'

/**
 * The fields of `before` and `after` of audit events, in camel case. A field that means something else in the events of
 * one kind of record is also there as `kind.field`.
 */
export const auditedFields = {
  accountCode: 'code',
  accountFileId: 'file',
  accountId: 'account',
  accounts: 'number',
  added: 'number',
  addresses: 'text',
  agreedIn: 'currency',
  airServerRequired: 'flag',
  bad: 'number',
  badgeColor: 'color',
  because: 'words',
  buyerId: 'account',
  bytes: 'bytes',
  canPropagate: 'flag',
  category: 'text',
  certificateId: 'certificate',
  certificateName: 'text',
  certificateReminderDays: 'number',
  chance: 'percentage',
  changed: 'number',
  city: 'text',
  code: 'code',
  company: 'text',
  coordinates: 'text',
  country: 'text',
  countryCode: 'country',
  counts: 'facts',
  createdAt: 'instant',
  currencyId: 'currency',
  currentTrialStep: 'number',
  customPrice: 'money',
  customPriceDiscountAmount: 'discount',
  customPriceDiscountType: 'words',
  customerEnvironmentId: 'code',
  customerName: 'text',
  dealId: 'deal',
  defaults: 'facts',
  derivedOrderId: 'order',
  description: 'text',
  deviceDescription: 'text',
  deviceLang: 'code',
  deviceName: 'text',
  deviceUuid: 'code',
  durationMonths: 'number',
  eBidApprovedValue: 'money',
  eBidStatus: 'words',
  eBidValue: 'money',
  email: 'text',
  endDate: 'instant',
  entitlements: 'anything',
  entry: 'words',
  environmentType: 'words',
  estimatedCloseDate: 'instant',
  excludedMenuEntries: 'words',
  expirationDate: 'instant',
  expiresAt: 'instant',
  extendedProductId: 'product',
  extensions: 'code',
  externalLinks: 'facts',
  features: 'facts',
  fileName: 'text',
  fileNote: 'text',
  firstName: 'text',
  flags: 'words',
  followedBy: 'session',
  guest: 'facts',
  hash: 'code',
  height: 'number',
  hosts: 'text',
  id: 'code',
  installedProduct: 'text',
  installedVersion: 'text',
  invited: 'number',
  invoiceId: 'code',
  invoiceProvider: 'text',
  invoiced: 'flag',
  isLicense: 'flag',
  isNotificationEnabled: 'flag',
  isRevoked: 'flag',
  isTrial: 'flag',
  isUpgradeRight: 'flag',
  issuedAt: 'instant',
  items: 'facts',
  kind: 'words',
  languageCode: 'words',
  lastLease: 'number',
  lastName: 'text',
  lastSeenAt: 'instant',
  left: 'number',
  legalName: 'text',
  licenseActivationRule: 'words',
  licenseDays: 'number',
  licenseId: 'license',
  licenseIsPerpetual: 'flag',
  licenseMaxVersion: 'text',
  licenseMonths: 'number',
  licensePrefix: 'code',
  licenseReminderDays: 'number',
  licenseSeatId: 'code',
  level: 'number',
  licenseYears: 'number',
  locality: 'text',
  mailFrom: 'text',
  provedDomains: 'text',
  maintenanceDays: 'number',
  maintenanceExpirationDate: 'instant',
  maintenanceExpiresAt: 'instant',
  maintenanceIsPerpetual: 'flag',
  maintenanceMonths: 'number',
  maintenanceYears: 'number',
  module: 'words',
  name: 'text',
  new: 'number',
  note: 'text',
  notes: 'text',
  notificationEmail: 'text',
  number: 'code',
  oemSku: 'code',
  onPremiseEnvironmentId: 'environment',
  orderCode: 'code',
  orderId: 'order',
  orderItemId: 'code',
  orderNote: 'text',
  orderRefCode: 'code',
  orderTotal: 'money',
  origin: 'words',
  originalProductId: 'product',
  osName: 'text',
  osVersion: 'text',
  outcome: 'words',
  ownerAccountId: 'account',
  paid: 'flag',
  parentId: 'account',
  permissions: 'facts',
  prefix: 'code',
  phoneNumber: 'text',
  postalCode: 'text',
  price: 'money',
  priceList: 'facts',
  priceListId: 'price_list',
  priceMsrp: 'money',
  prices: 'facts',
  primaryColor: 'color',
  productId: 'product',
  productName: 'text',
  products: 'facts',
  prospect: 'facts',
  protectionDays: 'number',
  protectionStatus: 'words',
  providerType: 'words',
  qt: 'number',
  quantity: 'number',
  reason: 'text',
  region: 'text',
  relationId: 'code',
  removeOthers: 'flag',
  removed: 'number',
  reviewDays: 'number',
  revokedAt: 'instant',
  rival: 'deal',
  roleIds: 'role',
  roles: 'role_name',
  rows: 'number',
  seats: 'number',
  seatsOccupied: 'number',
  secondFactor: 'words',
  seq: 'number',
  serialKey: 'code',
  size: 'bytes',
  sku: 'code',
  source: 'words',
  startsAt: 'instant',
  status: 'words',
  stockHoldDays: 'number',
  street: 'text',
  subscriptionId: 'code',
  suspended: 'flag',
  tenantCode: 'code',
  tenantName: 'text',
  tenants: 'code',
  theme: 'facts',
  threshold: 'number',
  timeZone: 'text',
  type: 'code',
  typeId: 'product_type',
  unchanged: 'number',
  upgradedBy: 'code',
  upgradeOf: 'code',
  url: 'text',
  userId: 'user',
  validationCode: 'code',
  value: 'anything',
  valueType: 'words',
  vatId: 'code',
  vendorId: 'account',
  webSite: 'text',
  width: 'number',
  'deal.id': 'order',
  'feature.typeId': 'words',
  'file.category': 'words',
  'product_type.id': 'feature',
} as const satisfies Record<string, FieldKind>

export type AuditedField = keyof typeof auditedFields

/** `license_seat_id` → `licenseSeatId`: some events have the columns of their table. */
export const inCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** What a field is in the events of a kind of record; undefined for an unknown one. */
export function kindOfField(entity: string, name: string): FieldKind | undefined {
  const field = inCamelCase(name)
  const own = `${entity}.${field}`
  if (Object.hasOwn(auditedFields, own)) return auditedFields[own as AuditedField]
  return Object.hasOwn(auditedFields, field) ? auditedFields[field as AuditedField] : undefined
}
