import { catalogue } from '@trellis/contract/catalogue'
import { listOf } from '../../app/listUrl.ts'

/** Cloud products first, by name (specification, commerce 2.2). */
export const productList = listOf(catalogue.search, {
  sort: { field: 'name', direction: 'asc' },
  filters: { sku: 'text', oemSku: 'text', name: 'text', status: 'text', typeName: 'text', environmentType: 'number' },
  preset: { environmentType: ['1'] },
  children: 'never',
})
