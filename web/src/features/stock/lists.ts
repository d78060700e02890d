import { stock } from '@trellis/contract/stock'
import { listOf } from '../../app/listUrl.ts'

export const stockList = listOf(stock.search, {
  sort: { field: 'sku', direction: 'asc' },
  filters: { sku: 'text', productName: 'text' },
  children: 'never',
})
