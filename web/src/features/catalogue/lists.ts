import { catalogue } from '@trellis/contract/catalogue'
import { productTypes } from '@trellis/contract/product-types'
import { listOf } from '../../app/listUrl.ts'

/** By default only cloud products, sorted by name (rules C8, V4). */
export const productList = listOf(catalogue.search, {
  sort: { field: 'name', direction: 'asc' },
  filters: { sku: 'text', oemSku: 'text', name: 'text', status: 'text', typeName: 'text', environmentType: 'number' },
  preset: { environmentType: ['1'] },
  children: 'never',
})

export const productTypeList = listOf(productTypes.search, {
  sort: { field: 'name', direction: 'asc' },
  filters: { name: 'text' },
  children: 'never',
})

export const featureList = listOf(productTypes.searchFeatures, {
  sort: { field: 'name', direction: 'asc' },
  filters: { name: 'text', typeName: 'text' },
  children: 'never',
})
