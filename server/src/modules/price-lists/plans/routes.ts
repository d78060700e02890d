import { type PricePlan, pricePlans } from '@trellis/contract/price-plans'
import type { Reader } from '../../../platform/database/tx.ts'
import { routes } from '../../../platform/http/routes.ts'
import { found } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { effectOfPrices, listPrices } from '../effects.ts'
import { findReadable } from '../queries.ts'
import { whyNot } from '../rules.ts'
import { findPlan, listPlans, listPricesOn, presentPlan } from './queries.ts'
import { cancelPlan, changePlan, createPlan } from './save-plan.ts'

/** Planned changes of price lists (rules R12 to R16). */
export const pricePlansRoutes = routes('pricePlans', pricePlans, {
  async list({ tx, actor, query }) {
    await findReadable(tx, query.priceListId, actor)
    return found(await listPlans(tx, query.priceListId))
  },

  async create({ tx, actor, body }) {
    return { id: await createPlan(tx, actor, body) }
  },

  read: ({ tx, actor, params }) => present(tx, actor, params.id),

  async change({ tx, actor, params, body }) {
    await changePlan(tx, actor, params.id, body)
    return present(tx, actor, params.id)
  },

  async cancel({ tx, actor, params }) {
    await cancelPlan(tx, actor, params.id)
    return undefined
  },
})

async function present(tx: Reader, actor: Actor, planId: string): Promise<PricePlan> {
  const { priceListId, day, isApplied } = found(await findPlan(tx, planId))
  const list = await findReadable(tx, priceListId, actor)
  const { plan } = found(await presentPlan(tx, planId))
  const effect = isApplied
    ? null
    : await effectOfPrices(tx, priceListId, await listPrices(tx, priceListId), await listPricesOn(tx, priceListId, day))
  return { ...plan, effect, mayChange: !isApplied && whyNot('update', list, actor) === null }
}
