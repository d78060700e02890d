import type { ImportKind } from './import-kinds.ts'

/**
 * The lists that can be exported, by the name of the call that searches each; that call declares it as `exportedAs`.
 */
export const searchedLists = [
  'accounts.search',
  'users.search',
  'apiKeys.search',
  'webhooks.search',
  'catalogue.search',
  'productTypes.search',
  'productTypes.searchFeatures',
  'priceLists.search',
  'stock.search',
  'files.search',
  'files.documents',
  'files.brandAssets',
  'orders.sellIn',
  'orders.sellOut',
  'certificates.search',
  'userCertificates.search',
  'deals.search',
  'environments.search',
  'licenses.search',
  'renewals.search',
  'reports.search',
  'audit.search',
] as const
export type SearchedList = (typeof searchedLists)[number]

/**
 * Lists that can also be exported line by line, as an import file: one row for each line or price of the records of
 * `of`.
 */
export const lineLists = [
  { list: 'priceLists.prices', of: 'priceLists.search', name: 'prices', kind: 'price-lists' },
  { list: 'priceLists.associations', of: 'priceLists.search', name: 'associations', kind: 'price-list-accounts' },
  { list: 'orders.sellInLines', of: 'orders.sellIn', name: 'orderLines', kind: 'orders' },
  { list: 'orders.sellOutLines', of: 'orders.sellOut', name: 'orderLines', kind: 'orders' },
  { list: 'deals.lines', of: 'deals.search', name: 'dealLines', kind: 'deals' },
] as const satisfies readonly { list: string; of: SearchedList; name: string; kind: ImportKind }[]
export type LineList = (typeof lineLists)[number]

export const exportLists = [...searchedLists, ...lineLists.map(({ list }) => list)] as const
export type ExportList = (typeof exportLists)[number]
