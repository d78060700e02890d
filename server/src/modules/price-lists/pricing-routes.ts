import { pricing } from '@trellis/contract/pricing'
import { inDryRun } from '../../platform/database/dry-run.ts'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { reachedAccount, reachedId } from '../accounts/index.ts'
import { findStatuses } from '../catalogue/index.ts'
import { associate, dissociateIfAny } from './associate.ts'
import { effectivePrices } from './effective-prices.ts'
import { effectOfMove, listServed, listServedBy } from './effects.ts'
import { explainPrice } from './explain.ts'
import { listPriceChanges } from './history.ts'
import { findReadable, findUses } from './queries.ts'
import { setProducts } from './set-products.ts'
import { listsToGive } from './to-give.ts'

export const pricingRoutes = routes('pricing', pricing, {
  async explain({ tx, actor, query }) {
    const accountId = await reachedId(tx, actor, query.accountId)
    const seen =
      (await findStatuses(tx, actor, [query.productId])).size > 0 ||
      (await effectivePrices(tx, accountId, [query.productId])).size > 0
    return found(seen ? await explainPrice(tx, query.productId, accountId) : undefined)
  },

  async toGive({ tx, actor, query }) {
    const parent = await reachedAccount(tx, actor, query.parentAccountId)
    return listsToGive(tx, actor, parent.accountId)
  },

  async history({ tx, actor, params, query }) {
    await findReadable(tx, params.id, actor)
    return found(await listPriceChanges(tx, params.id, query))
  },

  async uses({ tx, actor, params }) {
    await findReadable(tx, params.id, actor)
    const served = (await listServedBy(tx, params.id)).length
    return { ...found(await findUses(tx, params.id)), served }
  },

  setProducts: ({ tx, actor, params, body }) => setProducts(tx, actor, params.id, body),

  async associationEffect({ tx, actor, params, body }) {
    const { priceListId, canPropagate } = body
    const before = await listServed(tx, params.accountId)
    return inDryRun(tx, async (tx) => {
      if (priceListId === null) await dissociateIfAny(tx, actor, params.accountId)
      else await associate(tx, actor, params.accountId, { priceListId, canPropagate })
      return effectOfMove(tx, before, await listServed(tx, params.accountId))
    })
  },
})
