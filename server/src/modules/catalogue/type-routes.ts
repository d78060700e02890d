import { productTypes } from '@trellis/contract/product-types'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import {
  createFeature,
  createProductType,
  removeFeature,
  removeProductType,
  updateFeature,
  updateProductType,
} from './save-type.ts'
import { listFeaturePage, listProductTypes, presentFeature, presentProductType } from './type-queries.ts'

export const productTypesRoutes = routes('productTypes', productTypes, {
  async search({ tx, actor, body }) {
    return found(await listProductTypes(tx, body, actor))
  },

  async create({ tx, body }) {
    return { id: await createProductType(tx, body) }
  },

  async read({ tx, actor, params }) {
    return found(await presentProductType(tx, params.id, actor))
  },

  async update({ tx, actor, params, body }) {
    await updateProductType(tx, params.id, body)
    return found(await presentProductType(tx, params.id, actor))
  },

  async remove({ tx, params }) {
    await removeProductType(tx, params.id)
    return undefined
  },

  async searchFeatures({ tx, actor, body }) {
    return found(await listFeaturePage(tx, body, actor))
  },

  async createFeature({ tx, body }) {
    return { id: await createFeature(tx, body) }
  },

  async updateFeature({ tx, actor, params, body }) {
    await updateFeature(tx, params.id, body)
    return found(await presentFeature(tx, params.id, actor))
  },

  async removeFeature({ tx, params }) {
    await removeFeature(tx, params.id)
    return undefined
  },
})
