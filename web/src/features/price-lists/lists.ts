import { priceLists } from '@trellis/contract/price-lists'
import { listOf } from '../../app/listUrl.ts'

/** Sorted by name (rules V4); lists of accounts below are optional. */
export const priceListList = listOf(priceLists.search, {
  notOffered: ['status'],
  rowField: 'priceListId',
  dateField: 'creationDate',
  searchedBy: 'anything',
  children: { onlyMine: true },
})
