import type { NewExportColumn } from '@trellis/contract/exports'
import enAccounts from '../locales/en/accounts.ts'
import enCertifications from '../locales/en/certifications.ts'
import enCommon from '../locales/en/common.ts'
import enLicenses from '../locales/en/licenses.ts'
import enProducts from '../locales/en/products.ts'
import enStock from '../locales/en/stock.ts'
import enUsers from '../locales/en/users.ts'
import itAccounts from '../locales/it/accounts.ts'
import itCertifications from '../locales/it/certifications.ts'
import itCommon from '../locales/it/common.ts'
import itLicenses from '../locales/it/licenses.ts'
import itProducts from '../locales/it/products.ts'
import itStock from '../locales/it/stock.ts'
import itUsers from '../locales/it/users.ts'

const texts = {
  en: {
    ...{ accounts: enAccounts, users: enUsers, products: enProducts, stock: enStock, licenses: enLicenses },
    certifications: enCertifications,
    common: enCommon,
  },
  it: {
    ...{ accounts: itAccounts, users: itUsers, products: itProducts, stock: itStock, licenses: itLicenses },
    certifications: itCertifications,
    common: itCommon,
  },
}

/**
 * The columns that the screens put into a file of a list, hidden ones included. `exportsForImport.test.ts` compares
 * the headers with those that the screens declare.
 */
export function shownColumns(language: keyof typeof texts) {
  const { accounts, users, products, stock, licenses, certifications, common } = texts[language]
  const yesOrNo = { true: licenses.yes, false: licenses.no }
  const date = (path: string, label: string): NewExportColumn => ({ path, label, kind: 'date' })
  const number = (path: string, label: string): NewExportColumn => ({ path, label, kind: 'number' })
  return {
    'accounts.search': [
      { path: 'accountName', label: accounts.name },
      { path: 'groupName', label: accounts.group, words: common.groups },
      { path: 'parents.-1.name', label: accounts.parent },
      { path: 'certificatesBadges.*.name', label: accounts.certificates },
      { path: 'address.0.street', label: accounts.street },
      { path: 'address.0.postalCode', label: accounts.postalCode },
      { path: 'address.0.city', label: accounts.city },
      { path: 'address.0.country', label: accounts.country },
      { path: 'accountCode', label: accounts.accountCode },
      date('creationDate', accounts.creationDate),
      date('modifiedDate', accounts.modifiedDate),
      { path: 'accountId', label: accounts.id },
    ],
    'users.search': [
      { path: 'firstName', label: users.firstName },
      { path: 'lastName', label: users.lastName },
      { path: 'email', label: users.email },
      { path: 'account.accountName', label: users.account },
      { path: 'roles.*.name', label: users.roles },
      { path: 'status', label: users.status, words: common.userStatus },
      {
        path: 'hasSecondFactor',
        label: users.secondFactor,
        words: { true: users.hasFactor, false: users.noFactor },
      },
      date('creationDate', users.creationDate),
      { path: 'createdBy', label: users.createdBy },
      date('modifiedDate', users.modifiedDate),
      { path: 'languageCode', label: users.language },
      { path: 'timeZone', label: users.timeZone },
    ],
    'catalogue.search': [
      { path: 'name', label: products.name },
      { path: 'sku', label: products.sku },
      { path: 'oemSku', label: products.oemSku },
      { path: 'type.name', label: products.type },
      {
        path: 'environmentType',
        label: products.environmentType,
        words: { 1: products.environment.cloud, 2: products.environment.onPremise },
      },
      { path: 'status', label: products.statusHeader, words: products.status },
      { path: 'priceMsrp', label: products.priceMsrp, kind: 'money' },
      { path: 'currency.currencyCode', label: products.currency },
      { path: 'customPrice', label: products.customPrice, kind: 'money' },
      { path: 'customPriceCurrencyId', label: products.currency },
      number('stock', products.stock),
      date('creationDate', products.creationDate),
      date('modifiedDate', products.modifiedDate),
    ],
    'userCertificates.search': [
      { path: 'userFirstName', label: certifications.firstName },
      { path: 'userLastName', label: certifications.lastName },
      {
        path: 'isGuestCertificate',
        label: certifications.guest,
        words: { true: certifications.yes, false: certifications.no },
      },
      { path: 'certificateName', label: certifications.certificate },
      { path: 'accountName', label: certifications.account },
      { path: 'accountCode', label: certifications.accountCode },
      { path: 'statusName', label: certifications.status, words: certifications.statuses },
      date('creationDate', certifications.creationDate),
      date('expirationDate', certifications.expirationDate),
      { path: 'validationCode', label: certifications.validationCode },
      { path: 'notes', label: certifications.notes },
      date('modifiedDate', certifications.modifiedDate),
    ],
    'stock.search': [
      { path: 'productName', label: stock.productName },
      { path: 'productDescription', label: stock.description },
      { path: 'sku', label: stock.sku },
      number('quantity', stock.quantity),
      number('available', stock.available),
      number('threshold', stock.threshold),
    ],
    'licenses.search': [
      { path: 'serialKey', label: licenses.serialKey },
      { path: 'product.name', label: licenses.product },
      { path: 'ownerAccount.accountName', label: licenses.owner },
      number('seats', licenses.seats),
      number('seatsOccupied', licenses.seatsOccupied),
      date('activationDate', licenses.activated),
      { path: 'expirationDate', label: licenses.expiration, kind: 'day' },
      { path: 'maintenanceExpirationDate', label: licenses.maintenanceHeader, kind: 'day' },
      date('creationDate', licenses.creationDate),
      { path: 'product.isLicenseTrial', label: licenses.type, words: { true: licenses.trial, false: licenses.full } },
      { path: 'product.sku', label: licenses.sku },
      { path: 'licenseHasBeenExported', label: licenses.exportedHeader, words: yesOrNo },
      { path: 'licenseNote', label: licenses.note },
    ],
  } satisfies Record<string, NewExportColumn[]>
}
