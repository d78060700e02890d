import { catalogue } from '@trellis/contract/catalogue'
import { productTypes } from '@trellis/contract/product-types'
import { queryOf } from '../../app/queries.ts'

/** A product with the price that the reader pays. */
export const productQuery = (id: string) => queryOf(catalogue.readPriced, { params: { id } })

export const extensionsQuery = (id: string) => queryOf(catalogue.extensions, { params: { id } })

export const productTypeQuery = (id: string) => queryOf(productTypes.read, { params: { id } })
