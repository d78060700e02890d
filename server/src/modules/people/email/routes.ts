import { emailChanges } from '@trellis/contract/email-changes'
import { clientOf } from '../../../platform/http/client.ts'
import { routes } from '../../../platform/http/routes.ts'
import { found } from '../../../platform/refusal.ts'
import type { Allowance, Throttle } from '../../../platform/throttle.ts'
import { presentUser } from '../members/present-user.ts'
import { findOwnPassword, spendTokens } from '../passwords/queries.ts'
import type { Proofs } from '../proofs/prove.ts'
import { askForEmail, confirmEmail, type EmailMeans, findWaiting, undoEmail } from './change-email.ts'

/** Wrong tokens allowed per client before further wrong ones are refused with a wait. A valid token never waits. */
const wrongTokens: Allowance = { free: 20, seconds: 300, longest: 3600, memory: 3600 }

export function emailRoutes(means: EmailMeans & { throttle: Throttle; proofs: Proofs }) {
  const { throttle, proofs } = means
  const known = async (client: string, email: string | undefined) => {
    if (email === undefined) await throttle.take(`email:${client}`, wrongTokens)
    return { email: found(email) }
  }
  return routes('emailChanges', emailChanges, {
    async read({ tx, actor }) {
      const { email } = found(await presentUser(tx, actor.signInUserId))
      return { email, waiting: (await findWaiting(tx, actor)) ?? null }
    },
    async ask({ tx, read, actor, tenant, request, body }) {
      const { email, currentPassword: password, ...others } = body
      await proofs.prove({ tx, read, actor, tenant, request }, { password, ...others }, 'currentPassword')
      const user = found(await findOwnPassword(read, actor.signInUserId))
      await askForEmail(tx, user, email, means)
    },
    async withdraw({ tx, actor }) {
      await spendTokens(tx, actor.signInUserId, ['email_change'])
    },
    confirm: async ({ tx, request, body }) => known(clientOf(request), await confirmEmail(tx, body.token, means)),
    undo: async ({ tx, tenant, request, body }) =>
      known(clientOf(request), await undoEmail(tx, tenant.tenantId, body.token, means)),
  })
}
