import { deals } from '@trellis/contract/deals'
import { listOf } from '../../app/listUrl.ts'

/** "Only my deals" excludes those of the accounts below. */
export const dealsOfNetwork = listOf(deals.search, {
  rowField: 'id',
  dateField: 'creationDate',
  searchedBy: 'anything',
  linkedBy: ['productId', 'currencyCode', 'forecastMonth'],
  account: true,
  children: { onlyMine: false },
})
