import { stock } from '@trellis/contract/stock'
import { listOf } from '../../app/listUrl.ts'

export const stockList = listOf(stock.search, {
  notOffered: ['isLicense'],
  searchedBy: 'anything',
  rowField: 'productId',
  children: 'never',
})
