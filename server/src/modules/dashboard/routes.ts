import { dashboard } from '@trellis/contract/dashboard'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { dealStatistics } from './deal-statistics.ts'
import { licenseStatistics } from './license-statistics.ts'
import { orderStatistics } from './order-statistics.ts'
import { checkPeriods } from './periods.ts'
import type { Scope } from './relations.ts'
import { tradedProducts } from './traded-products.ts'

export const dashboardRoutes = routes('dashboard', dashboard, {
  async products({ tx, actor, body }) {
    checkPeriods(body, new Date())
    const scope = scopeOf(actor, body)
    return found(await tradedProducts(tx, scope, body, actor.timeZone))
  },

  async orders({ tx, actor, body }) {
    checkPeriods(body, new Date())
    const scope = scopeOf(actor, body)
    return found(await orderStatistics(tx, scope, body, actor.timeZone))
  },

  async licenses({ tx, actor, body }) {
    checkPeriods(body, new Date())
    return found(await licenseStatistics(tx, scopeOf(actor, body), body, actor.timeZone))
  },

  async deals({ tx, actor, body }) {
    checkPeriods(body, new Date())
    return found(await dealStatistics(tx, actor, scopeOf(actor, body), body))
  },
})

interface Asked {
  parentAccountId?: string | null | undefined
  includeChildren?: boolean | undefined
}

/**
 * The scope of the figures: the requested account, else the actor's own; with its sub-tree only when `includeChildren` is
 * set.
 */
function scopeOf(actor: Actor, { parentAccountId, includeChildren }: Asked): Scope {
  const accountId = parentAccountId?.toLowerCase() ?? actor.accountId
  return { accountId, includeChildren: includeChildren ?? false, isRoot: accountId === actor.rootAccountId }
}
