import { priceLists } from '@trellis/contract/price-lists'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { reachedId } from '../accounts/index.ts'
import { associate, changeAssociation, dissociate } from './associate.ts'
import { addItem, removeItem, updateItem } from './items.ts'
import { printPriceList } from './pdf/print-price-list.ts'
import { listPriceLists, presentAssociation, presentPriceList } from './queries.ts'
import { createPriceList, removePriceList, updatePriceList } from './save-price-list.ts'

export const priceListsRoutes = routes('priceLists', priceLists, {
  async search({ tx, actor, body }) {
    const accountId = await reachedId(tx, actor, body.parentAccountId)
    return found(await listPriceLists(tx, body, accountId, actor))
  },

  async create({ tx, actor, body }) {
    return { id: await createPriceList(tx, actor, body) }
  },

  async association({ tx, actor, params }) {
    const accountId = await reachedId(tx, actor, params.accountId)
    return found(await presentAssociation(tx, accountId))
  },

  async associate({ tx, actor, params, body }) {
    await associate(tx, actor, params.accountId, body)
    return found(await presentAssociation(tx, params.accountId))
  },

  async changeAssociation({ tx, actor, params, body }) {
    await changeAssociation(tx, actor, params.accountId, body)
    return found(await presentAssociation(tx, params.accountId))
  },

  async dissociate({ tx, actor, params, body }) {
    await dissociate(tx, actor, params.accountId, body?.priceListId ?? null)
    return undefined
  },

  async read({ tx, actor, params }) {
    return found(await presentPriceList(tx, params.id, actor))
  },

  async pdf({ read, actor, params, query }) {
    return printPriceList(read, { ...actor, languageCode: query.languageCode ?? actor.languageCode }, params.id)
  },

  async update({ tx, actor, params, body }) {
    await updatePriceList(tx, actor, params.id, body)
    return found(await presentPriceList(tx, params.id, actor))
  },

  async remove({ tx, actor, params }) {
    await removePriceList(tx, actor, params.id)
    return undefined
  },

  async addProduct({ tx, actor, params, body }) {
    await addItem(tx, actor, params.id, body)
    return found(await presentPriceList(tx, params.id, actor))
  },

  async updateProduct({ tx, actor, params, body }) {
    await updateItem(tx, actor, params.id, body)
    return found(await presentPriceList(tx, params.id, actor))
  },

  async removeProduct({ tx, actor, params, body }) {
    await removeItem(tx, actor, params.id, body.productId)
    return undefined
  },
})
