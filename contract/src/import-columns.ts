import type { ImportKind } from './import-kinds.ts'

/** The files of an import: the columns of each, and the kind of each column. */

export { type ImportKind, importKinds } from './import-kinds.ts'

/** How the cells of a column are parsed. */
export type CellKind = 'text' | 'whole' | 'money' | 'date' | 'yesNo' | 'email' | 'country' | 'roles' | 'words'

export interface ImportColumn {
  name: string
  holds: CellKind
  /** The file must have the column. */
  required?: true
}

const must = (name: string, holds: CellKind = 'text'): ImportColumn => ({ name, holds, required: true })
const may = (name: string, holds: CellKind = 'text'): ImportColumn => ({ name, holds })

const durations = ['license', 'maintenance'].flatMap((grant) =>
  ['Years', 'Months', 'Days'].map((unit) => may(`${grant}Duration${unit}`, 'whole')),
)

/** The columns of each file; key columns come first. */
export const importColumns: Record<ImportKind, readonly ImportColumn[]> = {
  accounts: [
    must('accountCode'),
    must('accountName'),
    must('groupName', 'words'),
    may('parentAccountCode'),
    may('notificationReceiverEmail', 'email'),
    may('creditLimit', 'money'),
    may('paymentTermsDays', 'whole'),
    may('legalName'),
    may('vatId'),
    may('street'),
    may('city'),
    may('locality'),
    may('region'),
    may('postalCode'),
    may('countryCode', 'country'),
    may('creationDate', 'date'),
    may('externalIds'),
  ],
  users: [
    must('email', 'email'),
    must('accountCode'),
    must('firstName'),
    must('lastName'),
    must('roles', 'roles'),
    may('languageCode', 'words'),
    may('timeZone'),
    may('status', 'words'),
  ],
  products: [
    must('sku'),
    must('name'),
    must('price', 'money'),
    may('oemSku'),
    may('description'),
    may('currencyCode'),
    may('isLicense', 'yesNo'),
    may('licensePrefix'),
    may('licenseActivationRule', 'words'),
    may('environmentType', 'words'),
    ...durations,
    may('seatReclaimDays', 'whole'),
    may('selfReleases', 'whole'),
    may('typeName'),
    may('status', 'words'),
    may('creationDate', 'date'),
    may('externalIds'),
  ],
  'price-lists': [
    must('priceListName'),
    must('ownerAccountCode'),
    must('sku'),
    must('currencyCode'),
    must('customPrice', 'money'),
    may('quantityBreaks'),
  ],
  'price-list-accounts': [
    must('accountCode'),
    must('priceListName'),
    must('ownerAccountCode'),
    may('canPropagate', 'yesNo'),
  ],
  stock: [must('accountCode'), must('sku'), must('quantity', 'whole')],
  orders: [
    must('orderRefCode'),
    must('line', 'whole'),
    must('buyerAccountCode'),
    must('vendorAccountCode'),
    must('status', 'words'),
    must('creationDate', 'date'),
    may('approvalDate', 'date'),
    must('sku'),
    must('quantity', 'whole'),
    must('price', 'money'),
    must('currencyCode'),
    may('invoiced', 'yesNo'),
    may('paid', 'yesNo'),
    may('orderNote'),
    may('externalIds'),
  ],
  licenses: [
    must('serialKey'),
    must('ownerAccountCode'),
    must('sku'),
    must('seats', 'whole'),
    must('creationDate', 'date'),
    may('activationDate', 'date'),
    may('expirationDate', 'date'),
    may('maintenanceExpirationDate', 'date'),
    may('extensions'),
    may('licenseNote'),
    may('upgradeOf'),
    may('externalIds'),
  ],
  seats: [
    must('serialKey'),
    must('deviceUuid'),
    may('deviceName'),
    may('activationDate', 'date'),
    may('lastContact', 'date'),
    may('suspended', 'yesNo'),
    may('deviceDescription'),
    may('deviceLang'),
    may('installedProduct'),
    may('installedVersion'),
    may('osName'),
    may('osVersion'),
    may('currentTrialStep', 'whole'),
  ],
  certifications: [
    may('validationCode'),
    must('certificateName'),
    must('kind', 'words'),
    must('accountCode'),
    may('email', 'email'),
    may('firstName'),
    may('lastName'),
    must('creationDate', 'date'),
    may('expirationDate', 'date'),
    may('notes'),
    may('status', 'words'),
  ],
  deals: [
    may('code'),
    must('line', 'whole'),
    must('vendorAccountCode'),
    must('company'),
    may('vatId'),
    may('firstName'),
    may('lastName'),
    may('email', 'email'),
    may('phoneNumber'),
    may('webSite'),
    may('street'),
    may('city'),
    may('postalCode'),
    may('countryCode', 'country'),
    may('description'),
    may('startDate', 'date'),
    must('creationDate', 'date'),
    may('estimatedCloseDate', 'date'),
    may('chanceOfClosure', 'whole'),
    must('status', 'words'),
    may('protectionStatus', 'words'),
    may('sku'),
    may('quantity', 'whole'),
    may('price', 'money'),
    may('externalIds'),
  ],
}
