import { priceLists } from '@trellis/contract/price-lists'
import { listOf } from '../../app/listUrl.ts'

/** By name (rules V4); those of accounts below when asked for. */
export const priceListList = listOf(priceLists.search, {
  sort: { field: 'name', direction: 'asc' },
  filters: { name: 'text', accountName: 'text', currencyCode: 'text' },
  dateField: 'creationDate',
  children: { onlyMine: true },
})
