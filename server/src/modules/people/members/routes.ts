import { invitations, users } from '@trellis/contract/users'
import type { Reader } from '../../../platform/database/tx.ts'
import { clientOf } from '../../../platform/http/client.ts'
import { routes } from '../../../platform/http/routes.ts'
import { found } from '../../../platform/refusal.ts'
import type { Throttle } from '../../../platform/throttle.ts'
import { reachedAccount } from '../../accounts/index.ts'
import type { Mailer } from '../../mail/index.ts'
import { acceptInvitation } from '../invitations/invitations.ts'
import { inviteUser, resendInvitation } from '../invitations/invite-user.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { type HasOnlyDomains, keepBreakGlass } from '../sign-in/break-glass.ts'
import { changeRoles } from './change-roles.ts'
import { changeStatus } from './change-status.ts'
import { listUsers } from './list-users.ts'
import { presentUser } from './present-user.ts'
import { removePendingUser, removeUser } from './remove-user.ts'
import { updateUser } from './update-user.ts'
import { endView, startView } from './view-user.ts'

export interface UsersMeans {
  sessions: Sessions
  mailer: Mailer
  hasOnlyDomains: HasOnlyDomains
}

const present = async (tx: Reader, userId: string) => found(await presentUser(tx, userId))

export const usersRoutes = ({ sessions, mailer, hasOnlyDomains }: UsersMeans) =>
  routes('users', users, {
    async search({ tx, actor, body }) {
      // The actor's own account is always in reach; skipping the check saves a query.
      const named = body.parentAccountId ?? actor.accountId
      const { accountId } = named === actor.accountId ? actor : await reachedAccount(tx, actor, named)
      return listUsers(tx, body, accountId, actor)
    },

    async create({ tx, actor, body }) {
      const account = await reachedAccount(tx, actor, body.parentAccountId)
      return inviteUser(tx, actor, account, body.user, mailer)
    },

    async update({ tx, actor, params, body }) {
      await updateUser(tx, actor, params.id, body, sessions)
      return present(tx, params.id)
    },

    async remove({ tx, actor, params }) {
      await keepBreakGlass(tx, hasOnlyDomains, () => removeUser(tx, actor, params.id, sessions), 'US409')
    },

    async removePending({ tx, actor, params }) {
      await removePendingUser(tx, actor, params.id)
    },

    async resend({ tx, actor, params }) {
      await resendInvitation(tx, actor, params.id, mailer)
    },

    async changeStatus({ tx, actor, params, body }) {
      await keepBreakGlass(tx, hasOnlyDomains, () => changeStatus(tx, actor, params.id, body.status, sessions), 'US409')
      return present(tx, params.id)
    },

    async changeRoles({ tx, actor, params, body }) {
      await keepBreakGlass(tx, hasOnlyDomains, () => changeRoles(tx, actor, params.id, body.roles, sessions), 'US409')
      return present(tx, params.id)
    },

    async view({ tx, actor, params, body }) {
      return startView(tx, actor, params.id, body.reason, sessions)
    },

    async endView({ tx, actor, params }) {
      await endView(tx, actor, params.id, sessions)
    },
  })

export const invitationsRoutes = ({ throttle }: { throttle: Throttle }) =>
  routes('invitations', invitations, {
    async accept({ tx, read, request, body }) {
      await acceptInvitation({ tx, read, client: clientOf(request), throttle, body })
    },
  })
