import { stock } from '@trellis/contract/stock'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { reachedAccount } from '../accounts/index.ts'
import { listMovements } from './ledger.ts'
import { listSellable, listStock, listStockOf, presentStock } from './queries.ts'
import { setThreshold } from './set-threshold.ts'

export const stockRoutes = routes('stock', stock, {
  async search({ tx, actor, body }) {
    const account = await reachedAccount(tx, actor, body.parentAccountId)
    return found(await listStock(tx, body, account.accountId, actor.timeZone))
  },

  async available({ tx, actor, query }) {
    const buyer = await reachedAccount(tx, actor, query.buyerAccountId)
    return found(await listSellable(tx, actor, buyer.accountId))
  },

  async ofAccount({ tx, actor, params }) {
    const account = await reachedAccount(tx, actor, params.accountId)
    return found(await listStockOf(tx, account.accountId))
  },

  async movements({ tx, actor, params, query }) {
    const account = await reachedAccount(tx, actor, params.accountId)
    return found(await listMovements(tx, account.accountId, query, actor.timeZone))
  },

  async setThreshold({ tx, actor, params, body }) {
    const account = await reachedAccount(tx, actor, params.accountId)
    await setThreshold(tx, account.accountId, body)
    return found(await presentStock(tx, account.accountId, body.productId))
  },
})
