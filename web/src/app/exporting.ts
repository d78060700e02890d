/** Lists that the server can export: `List.save`, by the search call that fills the list. */
import type { Endpoint } from '@trellis/contract/endpoint'
import { type ExportList, exportsOfLists } from '@trellis/contract/exports'
import type { FileColumn, FileFormat } from '../ui/columns.ts'
import { fileOf } from './calls.ts'
import { languageOf } from './i18n.ts'

const lists: Record<string, ExportList> = {
  '/accounts/search': 'accounts.search',
  '/users/search': 'users.search',
  '/pricelists/products/search': 'catalogue.search',
  '/productsType/search': 'productTypes.search',
  '/productsType/features/search': 'productTypes.searchFeatures',
  '/pricelists/search': 'priceLists.search',
  '/orders/stock/search': 'stock.search',
  '/orders/search': 'orders.sellIn',
  '/orders/sell-out/search': 'orders.sellOut',
  '/licenses/search': 'licenses.search',
}

/** Has the server make a file of everything that matches, and hands it to the browser. */
export async function exportList(
  { path }: Endpoint,
  search: object,
  { format, columns, name }: { format: FileFormat; columns: readonly (FileColumn & { label: string })[]; name: string },
): Promise<void> {
  const list = lists[path]
  if (list === undefined) throw new Error(`${path} cannot be exported`)
  const language = languageOf(document.documentElement.lang)
  const body = {
    list,
    search: { ...search },
    columns: [...columns],
    format,
    fileName: name,
    ...(language !== null && { languageCode: language }),
  }
  const url = URL.createObjectURL(await fileOf(exportsOfLists.create, { body }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.${format}`
  link.click()
  // The browser may still be asking for it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
