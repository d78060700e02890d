import { catalogue } from '@trellis/contract/catalogue'
import { routes } from '../../platform/http/routes.ts'
import { forbid, found, invalid } from '../../platform/refusal.ts'
import { reachedAccount } from '../accounts/index.ts'
import {
  findSeen,
  listExtensions,
  listFeatures,
  listNames,
  listProducts,
  listTypes,
  presentProduct,
  viewOf,
} from './queries.ts'
import { foreseeRemoval, removeProduct } from './remove-product.ts'
import { whyNot, whyNotStatus } from './rules.ts'
import { createProduct, updateProduct } from './save-product.ts'

export const catalogueRoutes = routes('catalogue', catalogue, {
  async search({ tx, actor, body }) {
    const account = body.parentAccountId ? await reachedAccount(tx, actor, body.parentAccountId) : actor
    return found(await listProducts(tx, body, viewOf(actor, account.accountId)))
  },

  async fetch({ tx, actor, params }) {
    return found(await presentProduct(tx, params.id, viewOf(actor)))
  },

  async readPriced({ tx, actor, params }) {
    return found(await presentProduct(tx, params.id, viewOf(actor)))
  },

  list: ({ tx, actor }) => listNames(tx, viewOf(actor)),

  async create({ tx, actor, body }) {
    const { status = 'Pending' } = body
    if (status !== 'Pending') throw invalid(['status'], 'invalid_value', 'A new product is Pending')
    return { id: await createProduct(tx, actor, body) }
  },

  async read({ tx, actor, params }) {
    return found(await presentProduct(tx, params.id, viewOf(actor)))
  },

  async update({ tx, actor, params, body }) {
    const product = found(await findSeen(tx, params.id, viewOf(actor)))
    forbid(whyNot('update', product, actor), { reason: 'side' })
    forbid(whyNotStatus(product.status, body.status, actor), { permission: 'Products:d' })
    await updateProduct(tx, actor, params.id, body)
    // Whoever may change a product may also see the result, even when it is not for sale.
    return found(await presentProduct(tx, params.id, { ...viewOf(actor), all: true }))
  },

  async remove({ tx, actor, params }) {
    const product = found(await findSeen(tx, params.id, viewOf(actor)))
    forbid(whyNot('delete', product, actor), { reason: 'side' })
    await removeProduct(tx, params.id)
    return undefined
  },

  async removal({ tx, actor, params }) {
    const product = found(await findSeen(tx, params.id, viewOf(actor)))
    forbid(whyNot('delete', product, actor), { reason: 'side' })
    return { outcome: await foreseeRemoval(tx, params.id) }
  },

  async extensions({ tx, actor, params }) {
    found(await findSeen(tx, params.id, viewOf(actor)))
    return found(await listExtensions(tx, params.id, viewOf(actor)))
  },

  typesLookup: ({ tx }) => listTypes(tx),
  featuresLookup: ({ tx }) => listFeatures(tx),
})
