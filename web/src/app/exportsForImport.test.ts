import { importColumns } from '@trellis/contract/import-columns'
import { matchHeader } from '@trellis/contract/import-header'
import { rolesOf, valueOfWord } from '@trellis/contract/import-words'
import { expect, test } from 'vitest'
import enAccounts from '../locales/en/accounts.ts'
import enCommon from '../locales/en/common.ts'
import enImports from '../locales/en/imports.ts'
import enLicenses from '../locales/en/licenses.ts'
import enOrders from '../locales/en/orders.ts'
import enProducts from '../locales/en/products.ts'
import enStock from '../locales/en/stock.ts'
import enUsers from '../locales/en/users.ts'
import itAccounts from '../locales/it/accounts.ts'
import itCommon from '../locales/it/common.ts'
import itImports from '../locales/it/imports.ts'
import itLicenses from '../locales/it/licenses.ts'
import itOrders from '../locales/it/orders.ts'
import itProducts from '../locales/it/products.ts'
import itStock from '../locales/it/stock.ts'
import itUsers from '../locales/it/users.ts'
import { forImport } from './exportsForImport.ts'

const languages = [
  {
    ...{ accounts: enAccounts, users: enUsers, products: enProducts, stock: enStock, licenses: enLicenses },
    ...{ common: enCommon, imports: enImports, orders: enOrders },
  },
  {
    ...{ accounts: itAccounts, users: itUsers, products: itProducts, stock: itStock, licenses: itLicenses },
    ...{ common: itCommon, imports: itImports, orders: itOrders },
  },
]

/** The columns of the lists on screen, as path and label. */
const shownIn = ({ accounts, users, products, stock, licenses }: (typeof languages)[number]) =>
  [
    [
      'accounts.search',
      'accounts',
      [
        ['parents.-1.name', accounts.parent],
        ['accountName', accounts.name],
        ['groupName', accounts.group],
        ['certificatesBadges.*.name', accounts.certificates],
        ['address.0.street', accounts.street],
        ['address.0.postalCode', accounts.postalCode],
        ['address.0.city', accounts.city],
        ['address.0.country', accounts.country],
        ['accountCode', accounts.accountCode],
        ['creationDate', accounts.creationDate],
        ['accountId', accounts.id],
      ],
    ],
    [
      'users.search',
      'users',
      [
        ['firstName', users.firstName],
        ['lastName', users.lastName],
        ['email', users.email],
        ['account.accountName', users.account],
        ['roles.*.name', users.roles],
        ['status', users.status],
        ['creationDate', users.creationDate],
        ['createdBy', users.createdBy],
        ['languageCode', users.language],
        ['timeZone', users.timeZone],
      ],
    ],
    [
      'catalogue.search',
      'products',
      [
        ['name', products.name],
        ['sku', products.sku],
        ['oemSku', products.oemSku],
        ['type.name', products.type],
        ['environmentType', products.environmentType],
        ['status', products.statusHeader],
        ['priceMsrp', products.priceMsrp],
        ['currency.currencyCode', products.form.currency],
        ['customPrice', products.customPrice],
        ['customPriceCurrencyId', products.form.currency],
        ['stock', products.stock],
        ['creationDate', products.creationDate],
      ],
    ],
    [
      'stock.search',
      'stock',
      [
        ['productName', stock.productName],
        ['productDescription', stock.description],
        ['sku', stock.sku],
        ['quantity', stock.quantity],
        ['available', stock.available],
      ],
    ],
    [
      'licenses.search',
      'licenses',
      [
        ['serialKey', licenses.serialKey],
        ['product.name', licenses.product],
        ['ownerAccount.accountName', licenses.owner],
        ['seats', licenses.seats],
        ['seatsOccupied', licenses.seatsOccupied],
        ['activationDate', licenses.activated],
        ['expirationDate', licenses.expiration],
        ['maintenanceExpirationDate', licenses.maintenance],
        ['creationDate', licenses.creationDate],
        ['product.sku', licenses.sku],
        ['licenseHasBeenExported', licenses.exportedHeader],
        ['licenseNote', licenses.note],
      ],
    ],
  ] as const

test.each(languages.flatMap((texts) => shownIn(texts).map((list) => list)))(
  'an exported list can be imported again, whichever columns are shown: %s',
  (list, kind, shown) => {
    const all = shown.map(([path, label]) => ({ path, label }))
    for (const columns of [all, all.slice(0, 1), all.toReversed()]) {
      const header = [...columns, ...forImport(list, columns)]
      const { places, unknown, twice, missing } = matchHeader(
        kind,
        header.map(({ label }) => label),
      )
      expect({ unknown, twice, missing }).toEqual({ unknown: [], twice: [], missing: [] })
      for (const { name } of importColumns[kind]) {
        const path = header[places[name] ?? -1]?.path
        expect([`import.${name}`, name, `address.0.${name}`, 'type.name', 'product.sku', 'roles.*.name']).toContain(
          path,
        )
      }
    }
  },
)

test('the translated values on the screens are accepted by the import, in both languages', () => {
  for (const { common, products, orders } of languages) {
    for (const [group, word] of Object.entries(common.groups))
      expect(valueOfWord('accounts', 'groupName', word)).toBe(group)
    for (const [role, word] of Object.entries(common.roles)) expect(rolesOf(word)).toBe(role)
    for (const [status, word] of Object.entries(common.userStatus))
      expect(valueOfWord('users', 'status', word)).toBe(status)
    for (const [status, word] of Object.entries(products.status))
      expect(valueOfWord('products', 'status', word)).toBe(status)
    for (const [status, word] of Object.entries(orders.status))
      expect(valueOfWord('orders', 'status', word)).toBe(status)
    for (const [rule, word] of Object.entries(products.rules))
      expect(valueOfWord('products', 'licenseActivationRule', word)).toBe(rule)
    expect(valueOfWord('products', 'environmentType', products.environment.cloud)).toBe('1')
    expect(valueOfWord('products', 'environmentType', products.environment.onPremise)).toBe('2')
  }
})

test('the translated column names of the import are accepted as headers, in both languages', () => {
  for (const { imports } of languages)
    for (const columns of Object.values(importColumns).map((of) => of.map(({ name }) => name)))
      for (const name of columns) {
        const kind = Object.entries(importColumns).find(([, of]) => of.some((each) => each.name === name))?.[0]
        const label = imports.column[name as 'sku']
        expect([kind, label, matchHeader(kind as 'stock', [label]).unknown]).toEqual([kind, label, []])
      }
})
