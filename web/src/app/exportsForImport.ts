import type { ExportList } from '@trellis/contract/export-lists'
import type { NewExportColumn } from '@trellis/contract/exports'
import { type ImportColumn, type ImportKind, importColumns } from '@trellis/contract/import-columns'
import { matchHeader } from '@trellis/contract/import-header'

/**
 * Maps a list to the import kind of its rows, and the import columns to the path of the list column that
 * holds exactly the same value.
 */
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
  'userCertificates.search': {
    kind: 'certifications',
    exact: {
      ...{ validationCode: 'validationCode', certificateName: 'certificateName', accountCode: 'accountCode' },
      ...{ notes: 'notes', status: 'statusName' },
    },
  },
  'licenses.search': { kind: 'licenses', exact: { serialKey: 'serialKey', sku: 'product.sku', seats: 'seats' } },
}

/** The import kind whose file the export of this list is; the file has the shown columns and some more. */
export const importedAs = (list: ExportList): ImportKind | undefined => importable[list]?.kind

export const importColumn = ({ name, holds }: ImportColumn): NewExportColumn => ({
  path: `import.${name}`,
  label: name,
  ...(holds === 'money' && { kind: 'money' }),
})

/**
 * The import columns that are missing among the shown ones. With them, everybody who may import the rows can
 * import their own export.
 */
export function forImport(list: ExportList, columns: readonly NewExportColumn[]): NewExportColumn[] {
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
