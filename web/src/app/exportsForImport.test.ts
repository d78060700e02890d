import { readFileSync } from 'node:fs'
import type { ExportList } from '@trellis/contract/export-lists'
import { type ImportKind, importColumns } from '@trellis/contract/import-columns'
import { matchHeader } from '@trellis/contract/import-header'
import { rolesOf, valueOfWord } from '@trellis/contract/import-words'
import { expect, test } from 'vitest'
import enAccounts from '../locales/en/accounts.ts'
import enCertifications from '../locales/en/certifications.ts'
import enCommon from '../locales/en/common.ts'
import enImports from '../locales/en/imports.ts'
import enLicenses from '../locales/en/licenses.ts'
import enOrders from '../locales/en/orders.ts'
import enProducts from '../locales/en/products.ts'
import enStock from '../locales/en/stock.ts'
import enUsers from '../locales/en/users.ts'
import itAccounts from '../locales/it/accounts.ts'
import itCertifications from '../locales/it/certifications.ts'
import itCommon from '../locales/it/common.ts'
import itImports from '../locales/it/imports.ts'
import itLicenses from '../locales/it/licenses.ts'
import itOrders from '../locales/it/orders.ts'
import itProducts from '../locales/it/products.ts'
import itStock from '../locales/it/stock.ts'
import itUsers from '../locales/it/users.ts'
import { shownColumns } from '../testing/shownColumns.ts'
import { forImport, importedAs } from './exportsForImport.ts'

const languages = [
  {
    ...{ accounts: enAccounts, users: enUsers, products: enProducts, stock: enStock, licenses: enLicenses },
    ...{ common: enCommon, imports: enImports, orders: enOrders, certifications: enCertifications },
  },
  {
    ...{ accounts: itAccounts, users: itUsers, products: itProducts, stock: itStock, licenses: itLicenses },
    ...{ common: itCommon, imports: itImports, orders: itOrders, certifications: itCertifications },
  },
]

test.each(
  (['en', 'it'] as const).flatMap((language) =>
    Object.entries(shownColumns(language)).map(([list, shown]) => [language, list as ExportList, shown] as const),
  ),
)('an exported list can be imported again, whichever columns are shown: %s %s', (_, list, all) => {
  const kind = importedAs(list) as ImportKind
  for (const columns of [all, all.slice(0, 1), all.toReversed()]) {
    const header = [...columns, ...forImport(list, columns)]
    const { places, unknown, twice, missing } = matchHeader(
      kind,
      header.map(({ label }) => label),
    )
    expect({ unknown, twice, missing }).toEqual({ unknown: [], twice: [], missing: [] })
    for (const { name } of importColumns[kind]) {
      const path = header[places[name] ?? -1]?.path
      expect([
        `import.${name}`,
        name,
        `address.0.${name}`,
        'type.name',
        'product.sku',
        'roles.*.name',
        'statusName',
      ]).toContain(path)
    }
  }
})

test.each([
  ['accounts.search', 'accounts', 'accounts/useAccountColumns.tsx', ['address']],
  ['users.search', 'users', 'people/members/useUserColumns.tsx', ['name']],
  ['catalogue.search', 'products', 'catalogue/useProductColumns.tsx', ['kind', 'duration']],
  ['stock.search', 'stock', 'stock/StocksTable.tsx', []],
  ['licenses.search', 'licenses', 'licenses/useLicenseColumns.tsx', []],
  ['userCertificates.search', 'certifications', 'certifications/useUserCertificateColumns.tsx', ['owner']],
] as const)('these tests know every column that a screen declares: %s', (list, namespace, file, notInFiles) => {
  const source = readFileSync(new URL(`../features/${file}`, import.meta.url), 'utf8')
  const declared = [...source.matchAll(/(?:field\('\w+', |label: )t\('([\w.]+)'\)/g)].map(([, key = '']) => key)
  const headers = [...new Set(declared)].filter((key) => !(notInFiles as readonly string[]).includes(key))
  const labelOf = (key: string) =>
    key.split('.').reduce<unknown>((texts, part) => (texts as Record<string, unknown>)[part], languages[0]?.[namespace])
  expect(headers.length).toBeGreaterThan(4)
  const labels = shownColumns('en')[list].map(({ label }) => label)
  expect(headers.filter((key) => !labels.includes(labelOf(key) as string))).toEqual([])
})

test('the translated values on the screens are accepted by the import, in both languages', () => {
  for (const { common, products, orders, certifications } of languages) {
    for (const [group, word] of Object.entries(common.groups))
      expect(valueOfWord('accounts', 'groupName', word)).toBe(group)
    for (const [role, word] of Object.entries(common.roles)) expect(rolesOf(word)).toBe(role)
    for (const [status, word] of Object.entries(common.userStatus))
      expect(valueOfWord('users', 'status', word)).toBe(status)
    for (const [status, word] of Object.entries(products.status))
      expect(valueOfWord('products', 'status', word)).toBe(status)
    for (const [status, word] of Object.entries(orders.status))
      expect(valueOfWord('orders', 'status', word)).toBe(status)
    for (const [status, word] of Object.entries(certifications.statuses))
      expect(valueOfWord('certifications', 'status', word)).toBe(status)
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
        expect(label, `web/src/locales/*/imports.ts: column.${name}`).toBeTypeOf('string')
        expect([kind, label, matchHeader(kind as 'stock', [label]).unknown]).toEqual([kind, label, []])
      }
})
