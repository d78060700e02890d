import { dashboard } from '@trellis/contract/dashboard'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { checkPeriods } from './periods.ts'
import { orderStatistics, tradedProducts } from './queries.ts'

export const dashboardRoutes = routes('dashboard', dashboard, {
  async products({ tx, actor, body }) {
    checkPeriods(body, new Date())
    const scope = { accountId: body.parentAccountId ?? actor.accountId, includeChildren: body.includeChildren ?? false }
    return found(await tradedProducts(tx, scope, body, actor.timeZone))
  },

  async orders({ tx, actor, body }) {
    checkPeriods(body, new Date())
    const scope = { accountId: body.parentAccountId ?? actor.accountId, includeChildren: body.includeChildren ?? false }
    return found(await orderStatistics(tx, scope, body, actor.timeZone))
  },
})
