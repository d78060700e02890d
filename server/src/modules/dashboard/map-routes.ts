import { networkMap } from '@trellis/contract/network-map'
import { hasPermission, type Module } from '@trellis/contract/permissions'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { readMap } from './map.ts'
import { checkPeriods } from './periods.ts'

export const networkMapRoutes = routes('networkMap', networkMap, {
  async read({ tx, actor, body }) {
    checkPeriods(body, new Date())
    const accountId = body.parentAccountId?.toLowerCase() ?? actor.accountId
    const sights = { orders: sightOf(actor, 'Orders'), licenses: sightOf(actor, 'Licenses') }
    return found(await readMap(tx, accountId, body, sights, actor.timeZone))
  },
})

/**
 * The account whose sub-tree the actor may read records of this module in; null when there is none. The reach of the call
 * itself is that of Accounts, so each module's permission is checked here.
 */
function sightOf(actor: Actor, module: Module): string | null {
  if (hasPermission(actor.permissions, module, 'ra')) return actor.rootAccountId
  return hasPermission(actor.permissions, module, 'r') ? actor.accountId : null
}
