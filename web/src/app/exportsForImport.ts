import type { ExportList } from '@trellis/contract/exports'
import { type ImportColumn, type ImportKind, importColumns } from '@trellis/contract/import-columns'
import { matchHeader } from '@trellis/contract/import-header'
import type { FileColumn } from '../ui/columns.ts'

/** The import file that each row of a list is one of, and the columns of it that the list shows exactly, by their paths. */
const importable: Partial<Record<ExportList, { kind: ImportKind; exact: Record<string, string> }>> = {
  'accounts.search': {
    kind: 'accounts',
    exact: {
      ...{ accountCode: 'accountCode', accountName: 'accountName', groupName: 'groupName' },
      ...{ street: 'address.0.street', postalCode: 'address.0.postalCode', city: 'address.0.city' },
    },
  },
  'users.search': {
    kind: 'users',
    exact: {
      ...{ email: 'email', firstName: 'firstName', lastName: 'lastName', roles: 'roles.*.name', status: 'status' },
      ...{ languageCode: 'languageCode', timeZone: 'timeZone' },
    },
  },
  'catalogue.search': {
    kind: 'products',
    exact: {
      ...{ sku: 'sku', name: 'name', oemSku: 'oemSku', typeName: 'type.name' },
      ...{ environmentType: 'environmentType', status: 'status' },
    },
  },
  'stock.search': { kind: 'stock', exact: { sku: 'sku', quantity: 'quantity' } },
  'licenses.search': { kind: 'licenses', exact: { serialKey: 'serialKey', sku: 'product.sku', seats: 'seats' } },
}

/** The import file that a list is, in the columns that are on show and more. */
export const importedAs = (list: ExportList): ImportKind | undefined => importable[list]?.kind

export type Labelled = FileColumn & { label: string }

export const importColumn = ({ name, holds }: ImportColumn): Labelled => ({
  path: `import.${name}`,
  label: name,
  ...(holds === 'money' && { kind: 'money' }),
})

/** What an import of the file asks for besides what is shown: whoever may import the rows can bring back what they export. */
export function forImport(list: ExportList, columns: readonly Labelled[]): Labelled[] {
  const found = importable[list]
  if (found === undefined) return []
  const { kind, exact } = found
  const { places } = matchHeader(
    kind,
    columns.map(({ label }) => label),
  )
  const isShown = (name: string) => exact[name] !== undefined && columns[places[name] ?? -1]?.path === exact[name]
  return importColumns[kind].filter(({ name }) => !isShown(name)).map(importColumn)
}

/** Lists whose rows have lines of their own, which go to files of their own: by the name that `common` has for them. */
export const linesOfLists = {
  '/orders/search': [{ name: 'orderLines', list: 'orders.sellInLines', kind: 'orders' }],
  '/orders/sell-out/search': [{ name: 'orderLines', list: 'orders.sellOutLines', kind: 'orders' }],
  '/pricelists/search': [
    { name: 'prices', list: 'priceLists.prices', kind: 'price-lists' },
    { name: 'associations', list: 'priceLists.associations', kind: 'price-list-accounts' },
  ],
} as const
export type Lines = (typeof linesOfLists)[keyof typeof linesOfLists][number]
