import { network } from '@trellis/contract/network'
import { type Route, routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { presentAccount } from '../accounts/index.ts'
import type { Post } from '../mail/index.ts'
import type { Sessions } from '../people/index.ts'
import { openAccount } from './create-account.ts'
import { closeAccount } from './delete-account.ts'
import { moveAccount } from './move-account.ts'
import { previewMove } from './preview-move.ts'

/** What changes the tree itself: accounts come, go and move with all that hangs on them. */
export const networkRoutes = ({ sessions, post }: { sessions: Sessions; post: Post }): Route[] =>
  routes('network', network, {
    async create({ tx, actor, body }) {
      return { id: await openAccount(tx, actor, body, post) }
    },

    async remove({ tx, actor, params }) {
      await closeAccount(tx, actor, params.id, sessions)
      return undefined
    },

    async movePreview({ tx, actor, params, query }) {
      return previewMove(tx, actor, params.id, query.parentAccountId)
    },

    async move({ tx, actor, params, body }) {
      await moveAccount(tx, actor, params.id, body.parentAccountId)
      return found(await presentAccount(tx, actor, params.id))
    },
  })
