import { csvLine, guarded } from './csv.ts'
import { type ImportKind, importColumns } from './import-columns.ts'

type Rows = readonly Readonly<Record<string, string>>[]

/** A small example of each file. The examples can be imported together, in order, into an empty tenant. */
export const importTemplates: Readonly<Record<ImportKind, Rows>> = {
  accounts: [
    { accountCode: 'VENDOR', accountName: 'Example Vendor', groupName: 'OPCO', city: 'Trento', countryCode: 'IT' },
    {
      accountCode: 'DIST-1',
      accountName: 'Example Distribution',
      groupName: 'DISTRIBUTOR',
      parentAccountCode: 'VENDOR',
      notificationReceiverEmail: 'orders@distribution.example',
      creditLimit: '25000',
      paymentTermsDays: '30',
      legalName: 'Example Distribution S.r.l.',
      street: 'Via Roma 1',
      city: 'Verona',
      postalCode: '37121',
      countryCode: 'IT',
      creationDate: '2024-01-15',
    },
    {
      accountCode: 'BUYER-1',
      accountName: 'Example Customer',
      groupName: 'BUYER',
      parentAccountCode: 'DIST-1',
      countryCode: 'IT',
      creationDate: '2024-02-01',
      externalIds: 'crm:1042|erp:K-77',
    },
  ],
  users: [
    {
      email: 'ada@distribution.example',
      accountCode: 'DIST-1',
      firstName: 'Ada',
      lastName: 'Rossi',
      roles: 'AccountAdmin|Basic',
      languageCode: 'it',
      timeZone: 'Europe/Rome',
      status: 'pending',
    },
  ],
  products: [
    { sku: 'CABLE-1', name: 'Cable', price: '12.50', currencyCode: 'EUR', isLicense: 'false', status: 'Active' },
    {
      sku: 'SUITE-1Y',
      name: 'Suite, one year',
      price: '240.00',
      oemSku: '4006381333931',
      description: 'One seat for one year',
      currencyCode: 'EUR',
      isLicense: 'true',
      licensePrefix: 'SUITE',
      licenseActivationRule: 'activation',
      environmentType: '1',
      licenseDurationYears: '1',
      licenseDurationMonths: '0',
      licenseDurationDays: '0',
      maintenanceDurationYears: '1',
      maintenanceDurationMonths: '0',
      maintenanceDurationDays: '0',
      seatReclaimDays: '30',
      selfReleases: '2',
      typeName: 'Software',
      status: 'Active',
      creationDate: '2024-01-10T09:00:00Z',
      externalIds: 'erp:100200',
    },
  ],
  'price-lists': [
    {
      priceListName: 'Partners',
      ownerAccountCode: 'VENDOR',
      sku: 'SUITE-1Y',
      currencyCode: 'EUR',
      customPrice: '180.00',
    },
    { priceListName: 'Partners', ownerAccountCode: 'VENDOR', sku: 'CABLE-1', currencyCode: 'EUR', customPrice: '9.95' },
  ],
  'price-list-accounts': [
    { accountCode: 'DIST-1', priceListName: 'Partners', ownerAccountCode: 'VENDOR', canPropagate: 'true' },
  ],
  stock: [
    { accountCode: 'VENDOR', sku: 'SUITE-1Y', quantity: '1000' },
    { accountCode: 'DIST-1', sku: 'SUITE-1Y', quantity: '25' },
  ],
  orders: [
    {
      orderRefCode: 'PO-2024-017',
      line: '1',
      buyerAccountCode: 'BUYER-1',
      vendorAccountCode: 'DIST-1',
      status: 'approved',
      creationDate: '2024-03-04T10:30:00Z',
      approvalDate: '2024-03-05',
      sku: 'SUITE-1Y',
      quantity: '3',
      price: '200.00',
      currencyCode: 'EUR',
      invoiced: 'true',
      paid: 'false',
      orderNote: 'Delivered by e-mail',
      externalIds: 'erp:SO-24-118',
    },
  ],
  licenses: [
    {
      serialKey: 'SUITE-EXAMPLE-0001',
      ownerAccountCode: 'BUYER-1',
      sku: 'SUITE-1Y',
      seats: '3',
      creationDate: '2024-03-05',
      activationDate: '2024-03-06',
      licenseNote: 'Head office',
      externalIds: 'erp:L-9',
    },
  ],
  certifications: [
    {
      validationCode: 'EXAMP1E002',
      certificateName: 'Sales Specialist',
      kind: 'User',
      accountCode: 'BUYER-1',
      firstName: 'Paola',
      lastName: 'Neri',
      creationDate: '2024-03-05',
      expirationDate: '2025-03-05',
      notes: 'Spring course',
      status: 'Confirmed',
    },
    {
      validationCode: 'EXAMP1E003',
      certificateName: 'Certified Partner',
      kind: 'Account',
      accountCode: 'DIST-1',
      creationDate: '2024-03-05',
    },
  ],
  deals: [
    {
      code: 'D-2024-007',
      line: '1',
      vendorAccountCode: 'DIST-1',
      company: 'Example Prospect S.p.A.',
      vatId: 'IT00743110157',
      firstName: 'Paola',
      lastName: 'Neri',
      email: 'paola@prospect.example',
      phoneNumber: '+39 02 5550 1',
      webSite: 'https://prospect.example',
      street: 'Via Torino 5',
      city: 'Milano',
      postalCode: '20123',
      countryCode: 'IT',
      description: 'Two sites',
      startDate: '2024-04-02',
      creationDate: '2024-04-02T08:00:00Z',
      estimatedCloseDate: '2024-06-30',
      chanceOfClosure: '60',
      status: 'Won',
      protectionStatus: 'Approved',
      sku: 'SUITE-1Y',
      quantity: '10',
      price: '240.00',
      externalIds: 'crm:OPP-31',
    },
  ],
}

/** The example of a file as CSV, with all its columns. */
export function templateCsv(kind: ImportKind): string {
  const columns = importColumns[kind].map(({ name }) => name)
  const rows = importTemplates[kind].map((row) => columns.map((name) => guarded(row[name] ?? '')))
  return [columns, ...rows].map((cells) => csvLine(cells)).join('')
}
