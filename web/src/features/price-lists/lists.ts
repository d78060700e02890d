import { priceLists } from '@trellis/contract/price-lists'
import { listOf } from '../../app/listUrl.ts'

/** Sorted by name (rules V4); lists of accounts below are optional. */
export const priceListList = listOf(priceLists.search, {
  sort: { field: 'name', direction: 'asc' },
  filters: { name: 'text', accountName: 'text', currencyCode: 'text' },
  dateField: 'creationDate',
  children: { onlyMine: true },
})
