import { renewals } from '@trellis/contract/renewals'
import { routes } from '../../../platform/http/routes.ts'
import { found } from '../../../platform/refusal.ts'
import { reachedId } from '../../accounts/index.ts'
import { presentFigures, presentRate } from './figures.ts'
import { listRenewals } from './list.ts'
import { previewRenewals, renew } from './renew.ts'

export const renewalsRoutes = routes('renewals', renewals, {
  async search({ tx, actor, body }) {
    return found(await listRenewals(tx, actor, body, await reachedId(tx, actor, body.parentAccountId)))
  },

  async figures({ tx, actor, body }) {
    const { includeChildren, ...page } = body
    const accountId = await reachedId(tx, actor, body.parentAccountId)
    return found(await presentFigures(tx, actor, { accountId, includeChildren }, page))
  },

  async rate({ tx, actor, body }) {
    const { includeChildren, months } = body
    return found(
      await presentRate(
        tx,
        actor,
        { accountId: await reachedId(tx, actor, body.parentAccountId), includeChildren },
        months,
      ),
    )
  },

  preview: ({ tx, actor, body }) => previewRenewals(tx, actor, body),

  renew: ({ tx, actor, body }) => renew(tx, actor, body),
})
