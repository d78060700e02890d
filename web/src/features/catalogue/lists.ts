import { catalogue } from '@trellis/contract/catalogue'
import { productTypes } from '@trellis/contract/product-types'
import { listOf } from '../../app/listUrl.ts'

/** By default only cloud products, sorted by name (rules C8, V4). */
export const productList = listOf(catalogue.search, {
  preset: { environmentType: ['1'] },
  searchedBy: 'anything',
  rowField: 'productId',
  children: 'never',
})

export const productTypeList = listOf(productTypes.search, { searchedBy: 'anything', children: 'never' })

export const featureList = listOf(productTypes.searchFeatures, { searchedBy: 'anything', children: 'never' })
