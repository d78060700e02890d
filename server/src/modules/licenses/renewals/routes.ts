import { renewals } from '@trellis/contract/renewals'
import type { Reader } from '../../../platform/database/tx.ts'
import { routes } from '../../../platform/http/routes.ts'
import { found } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { reachedAccount } from '../../accounts/index.ts'
import { presentFigures, presentRate } from './figures.ts'
import { listRenewals } from './list.ts'
import { previewRenewals, renew } from './renew.ts'

export const renewalsRoutes = routes('renewals', renewals, {
  async search({ tx, actor, body }) {
    return found(await listRenewals(tx, actor, body, await accountOf(tx, actor, body)))
  },

  async figures({ tx, actor, body }) {
    const { includeChildren, ...page } = body
    const accountId = await accountOf(tx, actor, body)
    return found(await presentFigures(tx, actor, { accountId, includeChildren }, page))
  },

  async rate({ tx, actor, body }) {
    const { includeChildren, months } = body
    return found(await presentRate(tx, actor, { accountId: await accountOf(tx, actor, body), includeChildren }, months))
  },

  preview: ({ tx, actor, body }) => previewRenewals(tx, actor, body),

  renew: ({ tx, actor, body }) => renew(tx, actor, body),
})

/** The actor's own account is always in reach; skipping the check saves a query. */
const accountOf = async (
  tx: Reader,
  actor: Actor,
  { parentAccountId }: { parentAccountId?: string | null | undefined },
) =>
  parentAccountId && parentAccountId !== actor.accountId
    ? (await reachedAccount(tx, actor, parentAccountId)).accountId
    : actor.accountId
