import { stock } from '@trellis/contract/stock'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { reachedId } from '../accounts/index.ts'
import { listMovements } from './ledger.ts'
import { listSellable, listStock, listStockOf, presentStock } from './queries.ts'
import { setThreshold } from './set-threshold.ts'

export const stockRoutes = routes('stock', stock, {
  async search({ tx, actor, body }) {
    const accountId = await reachedId(tx, actor, body.parentAccountId)
    return found(await listStock(tx, body, accountId, actor))
  },

  async available({ tx, actor, query }) {
    const buyerId = await reachedId(tx, actor, query.buyerAccountId)
    return found(await listSellable(tx, actor, buyerId))
  },

  async ofAccount({ tx, actor, params }) {
    const accountId = await reachedId(tx, actor, params.accountId)
    return found(await listStockOf(tx, accountId))
  },

  async movements({ tx, actor, params, query }) {
    const accountId = await reachedId(tx, actor, params.accountId)
    return found(await listMovements(tx, accountId, query, actor.timeZone))
  },

  async setThreshold({ tx, actor, params, body }) {
    const accountId = await reachedId(tx, actor, params.accountId)
    await setThreshold(tx, accountId, body)
    return found(await presentStock(tx, accountId, body.productId))
  },
})
